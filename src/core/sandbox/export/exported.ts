import { sandboxPath, WORKSPACE } from '../files/paths.ts';
import type { Mode } from '../files/state.ts';
import type { SandboxView } from '../sandboxes.ts';

/** A file of a sandbox on its way out: its path as a repository has it. */
export interface ExportedFile {
  readonly inside: string;
  readonly bytes: Buffer;
  readonly mode: Mode;
  readonly modified: number;
}

/** The files of the sandbox's workspace, each checked as it is read, one after the other: all of them may be more than memory. */
export async function* exportedFiles({ state, contents }: SandboxView): AsyncGenerator<ExportedFile> {
  for (const [path, { sha256, mode, modified }] of [...state.files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { zone, inside } = sandboxPath(path);
    if (zone === WORKSPACE) yield { inside, bytes: await contents.get(sha256, path), mode, modified };
  }
}

/** Files by which an editor or a shell can start programs when somebody opens the folder they are in. */
const STARTS_PROGRAMS =
  /(?:^|\/)(?:\.vscode|\.idea|\.devcontainer|\.cursor|\.claude|\.husky|\.envrc|\.mise\.toml|[^/]+\.code-workspace)(?:\/|$)/i;

/** Those of them that are to be looked at before anybody trusts a copy. */
export const startsPrograms = (inside: string): boolean => STARTS_PROGRAMS.test(inside);
