import { join } from 'node:path';
import { shortRef } from '../../../shared/short-ref.ts';
import type { GitReader } from '../../git/reader.ts';
import type { Repository } from '../../repository/discover.ts';
import { disk } from '../../repository/files.ts';
import { type Ref, refsOf } from '../impact/ref-list.ts';
import { headRef } from '../impact/revisions.ts';
import { type Settings, settingsOf } from '../impact/settings.ts';

/** What rules have to know of the repository that a command works on. */
export interface PolicyPlace {
  readonly workTree: string;
  readonly settings: Settings;
  readonly refs: readonly Ref[];
  /** The branch that is checked out, also before its first commit; undefined for none. */
  readonly branch: string | undefined;
  /** The branch that an unfinished rebase moves when it ends. */
  readonly rebased: string | undefined;
}

export async function placeAt(git: GitReader, repository: Repository): Promise<PolicyPlace> {
  const context = { git, repository, soFar: () => {} };
  const [settings, refs, head, rebased] = await Promise.all([
    settingsOf(context),
    refsOf(context),
    headRef(context),
    rebasedBranch(repository),
  ]);
  return { workTree: repository.workTree, settings, refs, branch: head && shortRef(head), rebased };
}

async function rebasedBranch({ gitDirectory }: Repository): Promise<string | undefined> {
  for (const folder of ['rebase-merge', 'rebase-apply']) {
    const text = await disk.readFile(join(gitDirectory, folder, 'head-name'));
    if (text !== undefined) return shortRef(text.trim());
  }
  return undefined;
}
