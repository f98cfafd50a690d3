import { existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cherryPick } from '../../../../src/core/writes/commands/cherry-pick.ts';
import { merge } from '../../../../src/core/writes/commands/merge.ts';
import { rebase } from '../../../../src/core/writes/commands/rebase.ts';
import type { WriteRecord } from '../../../../src/core/writes/commands/record.ts';
import { revert } from '../../../../src/core/writes/commands/revert.ts';
import * as fc from '../../../support/fast-check.ts';
import { full } from '../../../support/full.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { write } from '../../repository/support.ts';
import { beside, newPair } from './foretell.ts';

const folder = temporaryFolder();
const NAMES = ['a', 'b', 'dir/a', 'dir/b "c"', 'dir', 'other/a'];

/** What one commit does to one file: lines that differ little, so that merges sometimes work and files look renamed. */
const edit = fc.record({
  name: fc.constantFrom(...NAMES),
  lines: fc.option(fc.array(fc.constantFrom('one', 'two', 'three', 'four'), { minLength: 3, maxLength: 6 })),
});
const commits = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });

let grown = 0;

function grow(repository: string, edits: readonly { name: string; lines: string[] | null }[]): void {
  for (const { name, lines } of edits) {
    // A file makes way for a folder of its name and the other way round.
    const parent = join(repository, name, '..');
    if (existsSync(parent) && !lstatSync(parent).isDirectory()) rmSync(parent);
    rmSync(join(repository, name), { recursive: true, force: true });
    if (lines !== null) write(repository, { [name]: `${lines.join('\n')}\n` });
  }
  git(repository, 'add', '-A');
  // Two alike in one second would be one commit, and which second it is, chance.
  git(repository, 'commit', '-q', '--allow-empty', '-m', `grown ${grown++}`);
}

const commands: readonly [string, WriteRecord, string[]][] = [
  ['merge', merge, ['--no-ff', 'side']],
  ['rebase', rebase, ['side']],
  ['cherry-pick', cherryPick, ['main..side']],
  ['revert', revert, ['--no-edit', 'main~1']],
];

describe('whatever the histories', () => {
  it.each(commands)('%s conflicts where it was foretold', async (subcommand, family, words) => {
    await fc.assert(
      fc.asyncProperty(commits, commits, commits, async (base, ours, theirs) => {
        const pair = newPair(folder);
        for (const edits of base) grow(pair.here, edits);
        git(pair.here, 'branch', 'side');
        for (const edits of ours) grow(pair.here, edits);
        git(pair.here, 'checkout', '-q', 'side');
        for (const edits of theirs) grow(pair.here, edits);
        git(pair.here, 'checkout', '-q', 'main');
        const { said, went, real, foretold } = await beside(family, subcommand, pair, ...words);
        expect(said.unknown).toBeNull();
        expect(foretold.conflicts).toEqual(real.conflicts);
        expect(said.sentences.some(text => /^(?:Conflicts|Stops|Git would refuse)/.test(text))).toBe(!went);
        if (!went) return;
        expect(foretold.files).toEqual(real.files);
        expect(foretold.unreachable).toEqual(real.unreachable);
      }),
      { numRuns: full ? 75 : 8 },
    );
  });
});
