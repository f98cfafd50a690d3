import { changedNames } from '../record/describe-changes.ts';
import { STASH } from '../record/stashes.ts';
import type { Entry, SavedFile } from '../storage/entry.ts';
import { stateKind, stateRoot } from '../storage/state-names.ts';

/** One thing a command changed. Its three values are compared as text; '' stands for nothing there. */
export interface ChangedItem {
  /** Which of the entry's repositories. */
  readonly at: number;
  readonly part: 'head' | 'ref' | 'index' | 'state' | 'file' | 'link';
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** Items that come back together or not at all; null for one that stands alone. */
  readonly bundle: 'head' | 'stash' | null;
  /** Left as it is, without a word, when it has moved on. */
  readonly soft: boolean;
  /** Tells it from all other things of all repositories. */
  readonly key: string;
}

export const fileToken = (file: SavedFile | null | undefined): string =>
  file ? (file.mode === 'folder' ? 'folder' : `${file.mode} ${file.oid}`) : '';

/** Everything an entry changed. */
export const itemsOf = (entry: Entry): ChangedItem[] => entry.before.flatMap((_, at) => itemsIn(entry, at));

function itemsIn(entry: Entry, at: number): ChangedItem[] {
  const before = entry.before[at];
  const after = entry.after[at];
  if (before === undefined || after === undefined) return [];
  const whole = entry.scopes[at]?.whole === true;
  const item = (
    part: ChangedItem['part'],
    name: string,
    values: [string, string],
    rest: Partial<ChangedItem> = {},
  ): ChangedItem => ({
    at,
    part,
    name,
    before: values[0],
    after: values[1],
    bundle: null,
    soft: false,
    key: `${part} ${name} ${rootOf(part, name)}`,
    ...rest,
  });
  const rootOf = (part: ChangedItem['part'], name: string): string => {
    if (part === 'file' || part === 'link') return before.workTree;
    if (part === 'state') return whole ? before.gitDirectory : stateRoot(name, before);
    return part === 'ref' ? before.commonDirectory : before.gitDirectory;
  };
  const branches = [before.head, after.head].map(head => head.replace(/^ref: /, ''));
  const refs = changedNames(before.refs, after.refs)
    .filter(name => !entry.sentTo.some(remote => name.startsWith(`refs/remotes/${remote}/`)))
    .map(name => {
      const bundle = branches.includes(name) ? 'head' : name === STASH ? 'stash' : null;
      const values: [string, string] = [before.refs[name] ?? '', after.refs[name] ?? ''];
      return item('ref', name, values, { bundle, soft: name.startsWith('refs/remotes/') });
    });
  const state = changedNames(before.state, after.state)
    .filter(name => name !== 'index')
    .map(name => {
      const values: [string, string] = [before.state[name]?.oid ?? '', after.state[name]?.oid ?? ''];
      return item('state', name, values, whole ? { bundle: 'head' } : stateRules(name));
    })
    // Reflogs only ever grow by an undo: what is new in them stays.
    .filter(each => each.soft === false || each.before !== '' || stateKind(each.name) !== 'reflog');
  const head = { bundle: 'head' } as const;
  return [
    ...(before.link === after.link
      ? []
      : [item('link', '.git', [before.link ?? '', after.link ?? ''], whole ? head : {})]),
    ...(whole || before.head === after.head ? [] : [item('head', 'HEAD', [before.head, after.head], head)]),
    ...refs,
    ...(before.indexDigest === after.indexDigest
      ? []
      : [item('index', 'index', [before.indexDigest ?? '', after.indexDigest ?? ''], head)]),
    ...state,
    ...Object.entries(entry.files[at] ?? {}).map(([path, change]) =>
      item('file', path, [fileToken(change.before), fileToken(change.after)]),
    ),
  ];
}

function stateRules(name: string): Partial<ChangedItem> {
  const kind = stateKind(name);
  if (kind === 'operation') return { bundle: 'head' };
  if (kind === 'stash') return { bundle: 'stash' };
  return { soft: kind === 'reflog' || kind === 'by the way' };
}

/** The things an entry changed that are not as they were before it. */
export interface ItemComparison {
  /** As the command left them: they can come back. */
  readonly restore: readonly ChangedItem[];
  /** Changed again since, with what comes back only together with them. */
  readonly moved: readonly ChangedItem[];
}

/** Three ways: what is as it was needs nothing, what is as the command left it comes back, all else has moved on. */
export function compareItems(items: readonly ChangedItem[], now: ReadonlyMap<string, string>): ItemComparison {
  const value = (item: ChangedItem) => now.get(item.key) ?? '';
  const open = items.filter(item => value(item) !== item.before);
  const astray = open.filter(item => value(item) !== item.after && !isFolderInUse(item) && !isLog(item));
  const bundles = new Set(astray.filter(({ soft }) => !soft).map(bundleOf));
  const lost = new Set(astray);
  const held = (item: ChangedItem) => lost.has(item) || (item.bundle !== null && bundles.has(bundleOf(item)));
  const stray = new Set(open.filter(held));
  return {
    restore: open.filter(item => !stray.has(item)),
    moved: open.filter(item => stray.has(item) && !item.soft),
  };
}

const bundleOf = ({ at, bundle, key }: ChangedItem): string => (bundle === null ? key : `${at} ${bundle}`);

/** A folder the command made goes only when it is empty, so that nothing stands against trying. */
const isFolderInUse = ({ part, before, after }: ChangedItem): boolean =>
  part === 'file' && (before || after) === 'folder';

/** Whether an item is a reflog: what is new in one stays and what was lost comes back, so that it is never in the way. */
export const isLog = ({ part, name, soft }: ChangedItem): boolean =>
  part === 'state' && soft && stateKind(name) === 'reflog';
