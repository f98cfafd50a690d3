import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../git/support.ts';
import { commit, stopping, write } from '../repository/support.ts';
import { branches, makeTorn } from './fixture.ts';

/** What leaves conflicts, and whose the sides are then; `ours` and `theirs` are the texts of main and topic. */
const OPERATIONS: Readonly<
  Record<string, readonly [(repository: string) => void, string | null, RegExp, RegExp, ours: string]>
> = {
  merge: [
    repository => stopping(repository, 'merge', 'topic'),
    'merge',
    /^yours \(main\)$/,
    /^theirs \(topic\)$/,
    'main',
  ],
  rebase: [
    repository => stopping(repository, 'rebase', 'topic'),
    'rebase',
    /^theirs, which you rebase onto \(topic\)$/,
    /^yours \(main\)$/,
    'topic',
  ],
  'rebase --apply': [
    repository => stopping(repository, 'rebase', '--apply', 'topic'),
    'rebase',
    /^theirs, which you rebase onto \(topic\)$/,
    /^yours \(main\)$/,
    'topic',
  ],
  'cherry-pick': [
    repository => stopping(repository, 'cherry-pick', 'topic'),
    'cherry-pick',
    /^yours \(main\)$/,
    /^the commit that is picked \([0-9a-f]{7}\)$/,
    'main',
  ],
  revert: [
    repository => {
      commit(repository, { 'a.txt': 'more\n' });
      stopping(repository, 'revert', 'HEAD~1');
    },
    'revert',
    /^yours \(main\)$/,
    /^before the commit that is reverted \([0-9a-f]{7}\)$/,
    'more',
  ],
  am: [
    repository => {
      const patch = join(repository, '..', 'patch');
      writeFileSync(patch, git(repository, 'format-patch', '-1', '--stdout', 'topic'));
      stopping(repository, 'am', '-3', patch);
    },
    'am',
    /^yours \(main\)$/,
    /^the patch that is applied$/,
    'main',
  ],
  'stash pop': [
    repository => {
      write(repository, { 'a.txt': 'stashed\n' });
      git(repository, 'stash', '-q');
      commit(repository, { 'a.txt': 'more\n' });
      stopping(repository, 'stash', 'pop');
    },
    null,
    /^yours, as it is checked out \(main\)$/,
    /^what was put aside \(a stash\)$/,
    'more',
  ],
};

describe.each(Object.entries(OPERATIONS))('%s', (_name, [start, operation, ours, theirs, text]) => {
  it('says whose the sides are, and takes ours for what git calls ours', async () => {
    const { call, list, resolve, read } = await makeTorn(repository => {
      branches(repository, { 'a.txt': 'base\n' }, { 'a.txt': 'main\n' }, { 'a.txt': 'topic\n' });
      start(repository);
    });
    const { facts, text: listed } = await call('conflict_list', {});
    expect(facts).toMatchObject({ operation });
    const [, whoseOurs, whoseTheirs] = /^ours = (.*); theirs = (.*)$/m.exec(listed) ?? [];
    expect([whoseOurs, whoseTheirs]).toEqual([expect.stringMatching(ours), expect.stringMatching(theirs)]);
    const [file] = await list();
    const { status } = await resolve({ id: file?.conflicts[0]?.id ?? '', take: 'ours' });
    expect([status, read('a.txt')]).toEqual(['done', `${text}\n`]);
  });
});
