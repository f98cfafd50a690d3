import { resolve } from 'node:path';
import { applyImpact } from '../impact/apply-impact.ts';
import { filesWrittenFrom, WIDEST } from '../snapshot-scope.ts';
import { valuesOf } from '../write-line.ts';
import { write } from './record.ts';

/** git-am(1): makes commits of patches, which may add any file. */
export const am = write('am', {
  touches: { ...WIDEST, writes: filesWrittenFrom({ trees: ['HEAD'], unfinished: true, merges: true }).writes },
  examples: { destructive: ['git am --abort'], local: ['git am change.patch'] },
});

/** git-apply(1): changes the files that a patch names, tracked or not. */
export const apply = write('apply', {
  options: { flag: ['-R --reverse', '--cached'], value: ['--whitespace'] },
  notForeseen: {
    flag: [
      '-3 --3way',
      '-N --intent-to-add',
      '-q --quiet',
      '-v --verbose',
      '-z',
      '--add',
      '--allow-binary-replacement --binary',
      '--allow-empty',
      '--allow-overlap',
      '--apply',
      '--check',
      '--ignore-space-change',
      '--ignore-whitespace',
      '--inaccurate-eof',
      '--index',
      '--no-add',
      '--numstat',
      '--ours',
      '--recount',
      '--reject',
      '--stat',
      '--summary',
      '--theirs',
      '--unidiff-zero',
      '--union',
      '--unsafe-paths',
    ],
    value: ['-C', '-p', '--build-fake-ancestor', '--directory', '--exclude', '--include'],
  },
  touches: ({ known, cwd }) => ({
    ...filesWrittenFrom({
      patches: [
        ...valuesOf(known, '-p').map(depth => `-p${depth}`),
        ...valuesOf(known, '--directory').map(folder => `--directory=${folder}`),
        ...known.positionals.map(path => resolve(cwd, path)),
      ],
      besideIndex: true,
    }),
    // Rejected hunks go to files beside.
    untracked: 'visible',
  }),
  impact: applyImpact,
  examples: { local: ['git apply change.patch', 'git apply --cached -R change.patch'] },
});
