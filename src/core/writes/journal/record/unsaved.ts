import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import { plural } from '../../../../shared/plural.ts';
import { type FileOnDisk, tell, tryToOpen } from '../storage/disk.ts';
import type { OutputFolder } from './output-folders.ts';
import type { LeftFiles, Limits, Selection } from './select-files.ts';
import { gitDirectoryName, type Survey } from './survey.ts';

/** All that a snapshot does not have, so that undo cannot bring it back. */
export interface Unsaved {
  readonly left: LeftFiles;
  readonly outputs: readonly OutputFolder[];
  /** Files and folders that nobody may read. */
  readonly unreadable: readonly string[];
}

export const unsavedIn = ({ left, outputs }: Selection, unreadable: Iterable<string>): Unsaved => ({
  left,
  outputs,
  unreadable: [...unreadable],
});

export const isTooMuch = ({ left, outputs }: Pick<Unsaved, 'left' | 'outputs'>): boolean =>
  left.files + outputs.length > 0;

/** Whether there is something that is not saved and of which nobody was told. */
export function isBeyond(now: Unsaved, told: Unsaved | null): boolean {
  const folders = new Set(told?.outputs.map(({ folder }) => folder));
  const unreadable = new Set(told?.unreadable);
  return (
    now.left.files > (told?.left.files ?? 0) ||
    now.outputs.some(({ folder }) => !folders.has(folder)) ||
    now.unreadable.some(path => !unreadable.has(path))
  );
}

/** Those of the files to save that cannot be read, without reading them. */
export async function unreadableFiles(surveys: readonly Survey[], { take }: Selection): Promise<Set<string>> {
  const unreadable = new Set(surveys.flatMap(each => each.unreadable));
  for (const { state, changed, untracked, named } of surveys) {
    const look = async (found: FileOnDisk, name = found.path) => {
      if (!found.stats.isFile()) return;
      await tryToOpen(found.location).catch(tell(name, undefined, path => void unreadable.add(path)));
    };
    const others = [...(changed?.values() ?? []), ...untracked, ...named.values()].filter(found => found !== null);
    await mapInBatches(state, found => look(found, gitDirectoryName(found.path)));
    await mapInBatches(others.filter(take), found => look(found));
  }
  return unreadable;
}

const MEBIBYTE = 1024 * 1024;
const mebibytes = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(1)} MiB`;

/** One sentence a reason, for the person; null when all is saved. */
export function unsavedMessage(unsaved: Unsaved, limits: Limits): string | null {
  const said = [
    ...(isTooMuch(unsaved) ? [tooMuch(unsaved, limits)] : []),
    ...(unsaved.unreadable.length > 0 ? [unreadableMessage(unsaved.unreadable)] : []),
  ];
  return said.length === 0 ? null : said.join(' ');
}

function tooMuch(unsaved: Unsaved, limits: Limits): string {
  const most = `${limits.files} files or ${mebibytes(limits.bytes)}`;
  return `${leftOverOf(unsaved)} will not be saved: a snapshot holds at most ${most}. Undo cannot restore them.`;
}

/** The same in few words, for the journal. */
export const notSavedWords = (unsaved: Unsaved): string[] => [
  ...(isTooMuch(unsaved) ? [`${leftOverOf(unsaved)} too many or too large`] : []),
  ...unsaved.unreadable.map(path => `${path} cannot be read`),
];

/** Whole folders first: they are most of it, and by them people see whether it can be made again. */
function leftOverOf({ left: { files, bytes, example }, outputs }: Unsaved): string {
  const folders = outputs.map(output => `${output.folder}/ (${plural(output.files, 'file')})`);
  const among = files > 1 ? `, ${example} among them,` : `, ${example},`;
  return [...folders, ...(files > 0 ? [`${plural(files, 'file')} (${mebibytes(bytes)})${among}`] : [])].join(' and ');
}

function unreadableMessage(paths: readonly string[]): string {
  const more = paths.length > 1 ? ` and ${plural(paths.length - 1, 'other')}` : '';
  return `${paths[0]}${more} cannot be read, so it is not in the snapshot and Undo cannot restore it. The rest is saved.`;
}
