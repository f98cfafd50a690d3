import { quote } from '../../command/quote.ts';
import type { ChangedFile } from './parse-status.ts';

export type ChangeAction = 'stage' | 'unstage' | 'discard';

/** More names than this make a command that nobody reads, and that some systems do not take. */
const MOST_NAMES = 500;
const MOST_BYTES = 24 * 1024;

/** What a list of files comes to: commands for the gate, one or several as a plan, or why there are none. */
export type ChangeCommands =
  | { readonly ok: true; readonly commands: readonly string[] }
  | { readonly ok: false; readonly reason: 'nothing' | 'too-many' };

/** True when the action would change something of a file; webview/status/actions.ts offers it by the same rule. */
export const APPLIES: Readonly<Record<ChangeAction, (file: ChangedFile) => boolean>> = {
  stage: ({ unstaged, path }) => unstaged !== '.' && !path.endsWith('/'),
  unstage: ({ staged, type }) => staged !== '.' && staged !== '?' && type !== 'Conflicted',
  discard: ({ unstaged, type, path, submodule }) =>
    unstaged !== '.' && type !== 'Conflicted' && submodule === null && !path.endsWith('/'),
};

/**
 * The commands that stage, unstage or discard the changes of files. `folder` names a folder, or all with `''`, that holds
 * these files and nothing else that the person sees; it takes their place where they are too many to be named.
 */
export function changeCommands(
  action: ChangeAction,
  files: readonly ChangedFile[],
  folder: string | null,
): ChangeCommands {
  const chosen = files.filter(APPLIES[action]);
  if (chosen.length === 0) return { ok: false, reason: 'nothing' };
  const groups = action === 'discard' ? [chosen.filter(isTracked), chosen.filter(file => !isTracked(file))] : [chosen];
  const commands: string[] = [];
  for (const group of groups) {
    if (group.length === 0) continue;
    const paths = pathsFor(group, folder);
    if (paths === undefined) return { ok: false, reason: 'too-many' };
    const words = action === 'discard' && !group.every(isTracked) ? WORDS.remove : WORDS[action];
    commands.push(quote('git', [...words, '--', ...paths.map(literally)]));
  }
  return { ok: true, commands };
}

const WORDS = {
  stage: ['add'],
  // Unlike `restore --staged` it works before the first commit.
  unstage: ['reset', '-q'],
  discard: ['restore'],
  remove: ['clean', '-f'],
} as const;

const isTracked = ({ type }: ChangedFile): boolean => type !== 'Untracked';

function pathsFor(files: readonly ChangedFile[], folder: string | null): readonly string[] | undefined {
  // What was renamed is under both names in the index.
  const paths = files.flatMap(({ path, originalPath }) => (originalPath === null ? [path] : [path, originalPath]));
  if (paths.length <= MOST_NAMES && paths.join(' ').length <= MOST_BYTES) return paths;
  return folder === null ? undefined : [folder === '' ? '.' : folder];
}

/** A name that git takes for nothing but itself: wildcards and the magic of a leading colon are switched off. */
const literally = (path: string): string => (/^:|[*?[\\]/.test(path) ? `:(literal)${path}` : path);
