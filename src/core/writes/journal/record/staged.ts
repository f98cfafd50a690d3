import type { GitReader } from '../../../git/reader.ts';
import { conflictsIn, contentsIn } from '../storage/index-file.ts';
import { keepRef, treeHolding, updateRefs } from '../storage/store.ts';
import type { RepositoryAccess } from './repository-access.ts';
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
] as const;
const ROW = /(?:^|\0):\d+ (?!160000)\d+ [\da-f]+ ([\da-f]+) /g;

/** Keeps what is only staged, in the repository that has it: it is in no commit, and gc takes it once the index is another. */
export async function keepStaged(surveys: readonly Survey[], id: string): Promise<void> {
  await Promise.all(
    surveys.map(async (survey, at) => {
      const { access, index } = survey;
      if (access === undefined || index.length === 0) return;
      const { git, repository } = access;
      const oids = await stagedObjects(access, survey);
      if (oids.length === 0) return;
      const tree = await treeHolding(
        repository,
        oids.map(oid => ({ type: 'blob', oid })),
      );
      await updateRefs(git, repository.workTree, [[keepRef(id, `staged${at}`), tree]]);
    }),
  );
}

async function stagedObjects({ git, repository }: RepositoryAccess, { index, hash }: Survey): Promise<string[]> {
  const bytes = oidBytes(hash);
  const staged = (await differing(git, repository.workTree)) ?? contentsIn(index, bytes).map(({ oid }) => oid);
  const conflicts = conflictsIn(index, bytes).map(({ oid }) => oid);
  return [...new Set([...staged, ...conflicts])].filter(oid => !/^0+$/.test(oid));
}

/** Undefined before the first commit. */
async function differing(git: GitReader, workTree: string): Promise<string[] | undefined> {
  const rows = await git.tryRead(STAGED, workTree);
  return rows === undefined ? undefined : [...rows.matchAll(ROW)].map(([, oid = '']) => oid);
}
