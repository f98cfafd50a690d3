import { expect, it } from 'vitest';
import type { Memento } from 'vscode';
import { createHistory } from '../../src/vscode/history.ts';

/** The editor's store, in memory. */
function memento(): Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: <T>(key: string, fallback?: T) => (kept.get(key) ?? fallback) as T,
    async update(key, value) {
      if (value === undefined) kept.delete(key);
      else kept.set(key, value);
    },
  };
}

it('has a program’s own commands first, newest first, each once, and forgets the oldest of each by itself', () => {
  const history = createHistory(
    memento(),
    () => 2,
    text => text,
  );
  for (const command of ['gh pr list', 'git log', 'git diff', 'git log', 'git status']) history.add(command);
  expect(history.list('git')).toEqual(['git status', 'git log', 'gh pr list']);
  expect(history.list('gh')).toEqual(['gh pr list', 'git status', 'git log']);
  history.clear();
  expect(history.list('gh')).toEqual([]);
});

it('keeps nothing that holds a secret', () => {
  const history = createHistory(
    memento(),
    () => 5,
    text => text.replace('hunter2', '***'),
  );
  history.add('gh api -H hunter2 user');
  expect(history.list('gh')).toEqual([]);
});
