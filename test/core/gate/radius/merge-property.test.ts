import { existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { merge } from '../../../../src/core/gate/radius/merge.ts';
import { write } from '../../repo/support.ts';
import { git, temporaryFolder } from '../../run/support.ts';
import { beside, newPair } from './foretell.ts';

const folder = temporaryFolder();
const NAMES = ['a', 'b', 'dir/a', 'dir/b "c"', 'dir', 'other/a'];

/** What one commit does to one file: lines that differ little, so that merges sometimes work and files look renamed. */
const edit = fc.record({
  name: fc.constantFrom(...NAMES),
  lines: fc.option(fc.array(fc.constantFrom('one', 'two', 'three', 'four'), { minLength: 3, maxLength: 6 })),
});
const commits = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });

function grow(repository: string, edits: readonly { name: string; lines: string[] | null }[]): void {
  for (const { name, lines } of edits) {
    // A file makes way for a folder of its name and the other way round.
    const parent = join(repository, name, '..');
    if (existsSync(parent) && !lstatSync(parent).isDirectory()) rmSync(parent);
    rmSync(join(repository, name), { recursive: true, force: true });
    if (lines !== null) write(repository, { [name]: `${lines.join('\n')}\n` });
  }
  git(repository, 'add', '-A');
  git(repository, 'commit', '-q', '--allow-empty', '-m', 'grown');
}

describe('merge', () => {
  it('conflicts where it was foretold, whatever the histories', async () => {
    await fc.assert(
      fc.asyncProperty(commits, commits, commits, async (base, ours, theirs) => {
        const pair = newPair(folder);
        for (const edits of base) grow(pair.here, edits);
        git(pair.here, 'branch', 'side');
        for (const edits of ours) grow(pair.here, edits);
        git(pair.here, 'checkout', '-q', 'side');
        for (const edits of theirs) grow(pair.here, edits);
        git(pair.here, 'checkout', '-q', 'main');
        const { said, went, real, foretold } = await beside(merge, 'merge', pair, '--no-ff', 'side');
        expect(foretold.conflicts).toEqual(real.conflicts);
        expect(said.says.some(text => /^(?:Conflicts|Stops)/.test(text))).toBe(!went);
        if (went) expect(foretold.files).toEqual(real.files);
      }),
      { numRuns: 25 },
    );
  });
});
