import type { AskGit } from '../../../git/ask.ts';
import { contentsIn } from '../storage/index-file.ts';
import { GitFailure, tell } from '../storage/journal-git.ts';
import { keepRef, updateRefs } from '../storage/store.ts';
import { treeOf } from './kept-objects.ts';
import { oidBytes, type Survey } from './survey.ts';

const STAGED = [
  'diff-index',
  '--cached',
  '--raw',
  '-z',
  '--no-renames',
  '--no-abbrev',
  '--diff-filter=d',
  'HEAD',
  '--',
];
const ROW = /(?:^|\0):\d+ (?!160000)\d+ [\da-f]+ ([\da-f]+) /g;

/** Keeps what is only staged, in the repository that has it: it is in no commit, and gc takes it once the index is another. */
export async function keepStaged(ask: AskGit, surveys: readonly Survey[], id: string): Promise<void> {
  await Promise.all(
    surveys.map(async (survey, at) => {
      const { workTree } = survey.repository;
      const oids = survey.index.length === 0 ? [] : await stagedObjects(ask, survey);
      if (oids.length === 0) return;
      const tree = await treeOf(
        ask,
        workTree,
        oids.map(oid => ({ type: 'blob', oid })),
      );
      await updateRefs(ask, workTree, [[keepRef(id, `staged${at}`), tree]]);
    }),
  );
}

async function stagedObjects(ask: AskGit, { repository, index, hash }: Survey): Promise<string[]> {
  const bytes = oidBytes(hash);
  const staged = (await differing(ask, repository.workTree)) ?? contentsIn(index, bytes, 'all').map(({ oid }) => oid);
  const conflicts = contentsIn(index, bytes, 'conflicts').map(({ oid }) => oid);
  return [...new Set([...staged, ...conflicts])].filter(oid => !/^0+$/.test(oid));
}

/** Undefined before the first commit. */
async function differing(ask: AskGit, workTree: string): Promise<string[] | undefined> {
  try {
    return [...(await tell(ask, STAGED, workTree)).matchAll(ROW)].map(([, oid = '']) => oid);
  } catch (error) {
    if (error instanceof GitFailure) return undefined;
    throw error;
  }
}
