import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Decision } from '../../../src/core/writes/question.ts';
import { git } from '../git/support.ts';
import { fakeClock } from '../repository/watch/support.ts';
import { makeTools } from './fixture.ts';

/** Tools whose person answers when the test says so, and whose callers lose patience when it says so. */
async function slowPerson() {
  const clock = fakeClock();
  let answer: (decision: Decision) => void = () => {};
  const decide = () =>
    new Promise<Decision>(resolve => {
      answer = resolve;
    });
  const made = await makeTools({ clock, ui: { decide } });
  const asked = () => expect.poll(() => made.asked.length, { timeout: 20_000 }).toBe(1);
  return { ...made, questions: made.asked, clock, asked, answer: (decision: Decision) => answer(decision) };
}

const BRANCH = { command: 'git branch made' };

it('8.8 a person who answers after the caller left finds it in the journal, and the caller finds it by its handle', async () => {
  const { core, call, clock, asked, answer, repository } = await slowPerson();
  const leaving = new AbortController();
  const first = call('git_execute', BRANCH, { signal: leaving.signal });
  await asked();
  clock.pass(20_000);
  const { status, facts } = await first;
  expect(status).toBe('waiting');
  leaving.abort();
  answer({ kind: 'run' });
  const result = await call('sluice_wait', { handle: facts.handle });
  expect(result.text).toMatch(/^Ran: git branch made\n/);
  const [found] = core.repositories.list();
  const { journal } = await core.writes();
  const entries = found ? await journal.list(found) : [];
  expect(entries).toMatchObject([{ command: 'git branch made', outcome: 'ok' }]);
  expect(git(repository, 'branch', '--list', 'made').trim()).toBe('made');
});

it('8.8 the same question is asked once, however often and in whatever words it is asked for', async () => {
  const { call, clock, asked, answer, questions } = await slowPerson();
  const first = call('git_execute', BRANCH);
  await asked();
  clock.pass(20_000);
  const { facts } = await first;
  const again = [call('git_execute', { command: "git 'branch'  made" }), call('git_execute', BRANCH)];
  await delay(200);
  clock.pass(20_000);
  for (const each of await Promise.all(again)) expect(each.facts.handle).toBe(facts.handle);
  expect(questions).toHaveLength(1);
  answer({ kind: 'declined', reason: 'Not now.' });
  const { code, text } = await call('sluice_wait', { handle: facts.handle });
  expect([code, text]).toEqual(['declined', expect.stringContaining('Their reason: Not now.')]);
});
