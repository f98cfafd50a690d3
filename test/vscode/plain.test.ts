import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { plainLabel, plainMessage } from '../../src/vscode/plain-text.ts';

it('nothing in a message becomes a link that runs a command', () => {
  const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)/;
  for (const text of ['[x](command:a.b)', '[[x](command:a.b)', '[a](file:///etc) [b](https://c)']) {
    expect(text).toMatch(link);
    expect(plainMessage(text)).not.toMatch(link);
  }
});

it('nothing in a label becomes an icon', () => {
  expect(plainLabel("git commit -m '$(blank)'")).toBe("git commit -m '\\$(blank)'");
});

it('every message goes through it', () => {
  const files = readdirSync(new URL('../../src/vscode/', import.meta.url), { recursive: true, encoding: 'utf8' });
  const calls = files
    .filter(file => file.endsWith('.ts'))
    .flatMap(file => {
      const source = readFileSync(new URL(`../../src/vscode/${file}`, import.meta.url), 'utf8');
      return [...source.matchAll(/show(?:Information|Warning|Error)Message\(\s*(.*)/g)].map(
        ([, text]) => `${file}: ${text}`,
      );
    });
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter(call => !call.includes(': plainMessage('))).toEqual([]);
});
