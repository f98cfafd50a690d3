import type { Repository } from '../../../repository/discover.ts';
import type { BoundGit } from '../storage/bound-git.ts';
import type { Entry } from '../storage/entry.ts';
import { CONFIG, readBlobs } from '../storage/store.ts';
import { isConfig } from './merge-config.ts';
import { writeFiles } from './restore-files.ts';
import type { UndoStep } from './undo-plan.ts';

/** Looks with the repository's config, and with that of the newest entry where git cannot read any. */
export async function withReadableConfig<T>(
  git: BoundGit,
  repository: Repository,
  list: (repository: Repository) => Promise<readonly Entry[]>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (await git.canRead(repository)) throw error;
    return git.withConfig(repository, async use => {
      const [newest] = await list(repository);
      const config = newest && (await configBefore(git, newest));
      if (config !== undefined) await use(config);
      return work();
    });
  }
}

/** Puts the config back that undoing these comes to, if git cannot read the one there is: before that it can bring back nothing else. */
export async function mendConfig(git: BoundGit, repository: Repository, steps: readonly UndoStep[]): Promise<void> {
  if (await git.canRead(repository)) return;
  await git.withConfig(repository, async () => {
    const first = steps.some(({ restore }) => restore.some(isConfig)) ? steps.at(-1)?.entry : undefined;
    const saved = first?.before[0]?.state[CONFIG];
    const bytes = first && (await configBefore(git, first));
    if (saved === undefined || bytes === undefined)
      throw new Error(
        `Git cannot read '${repository.commonDirectory}/${CONFIG}', and this would not bring it back: repair it first.`,
      );
    await writeFiles(repository.commonDirectory, [{ path: CONFIG, saved, bytes }], repository.commonDirectory);
  });
}

async function configBefore(git: BoundGit, { before: [main] }: Entry): Promise<Buffer | undefined> {
  const oid = main?.state[CONFIG]?.oid;
  return oid === undefined ? undefined : (await readBlobs(git, main?.workTree ?? '', [oid]))[0];
}
