import { basename } from 'node:path';
import type { CommandWords } from '../../command/walk-node.ts';
import { parseRefspec } from '../impact/remotes.ts';
import { isGiven, type KnownLine, valuesOf, type WriteLine } from '../write-line.ts';
import type { PolicyPlace } from './place.ts';

/** Names of branches; `any` where they cannot be told. */
export type Branches = readonly string[] | 'any';

type Row = (line: KnownLine, place: PolicyPlace) => Branches;

const current = ({ branch }: PolicyPlace): Branches => (branch === undefined ? [] : [branch]);
const none: Row = () => [];
/** A name for a new branch, or one that begins anew; to go to another changes none. */
const made: Row = ({ known }) =>
  plain(['-b', '-B', '--create', '--force-create', '--orphan'].flatMap(name => valuesOf(known, name)));

/** The branches that a subcommand may change, sorted; those left out work on the one that is checked out. */
const ROWS: Readonly<Record<string, Row>> = {
  bisect: none,
  branch({ known }, place) {
    const [first] = known.positionals;
    if (first === undefined) return current(place);
    if (isGiven(known, '-d', '--delete', '-D')) return plain(known.positionals);
    const both = isGiven(known, '--move', '-M', '--copy', '-C');
    const old = both && known.positionals.length === 1 ? current(place) : [];
    return together(plain(both ? known.positionals : [first]), old);
  },
  checkout: made,
  clone: none,
  'commit-graph': none,
  config: none,
  difftool: none,
  'fast-export': none,
  'fast-import': () => 'any',
  fetch: fetched,
  'fetch-pack': none,
  'filter-branch': () => 'any',
  gc: none,
  'hash-object': none,
  history: () => 'any',
  init: none,
  'init-db': none,
  maintenance: none,
  mktag: none,
  mktree: none,
  notes: none,
  'pack-objects': none,
  'pack-refs': none,
  prune: none,
  pull: (line, place) => together(fetched(line, place), current(place)),
  rebase({ known }, place) {
    if (isGiven(known, '--abort', '--continue', '--quit', '--skip', '--edit-todo'))
      return place.rebased === undefined ? 'any' : plain([place.rebased]);
    if (isGiven(known, '--update-refs') || place.settings.is('rebase.updaterefs') !== undefined) return 'any';
    const onto = isGiven(known, '--root') ? 0 : 1;
    const moved = known.positionals[onto];
    return moved === undefined ? current(place) : plain([moved]);
  },
  reflog: () => 'any',
  remote: (_, place) => configured(place),
  repack: none,
  replace: none,
  replay: () => 'any',
  stash: ({ action, known }, place) => (action === 'branch' ? plain(known.positionals.slice(0, 1)) : current(place)),
  submodule: none,
  switch: made,
  'symbolic-ref': ({ known: { positionals } }) => plain(positionals.slice(0, 1).filter(name => name !== 'HEAD')),
  tag: none,
  'update-ref': ({ known: { positionals } }, place) => {
    const [name] = positionals;
    if (name === undefined) return 'any';
    return name === 'HEAD' ? current(place) : plain([name]);
  },
  worktree({ action, known }) {
    if (action !== 'add') return [];
    // Without a name it is called as its folder is.
    const [folder = ''] = known.positionals;
    return plain([basename(folder), ...valuesOf(known, '-b'), ...valuesOf(known, '-B')].filter(Boolean));
  },
};

/** The branches that a line may change here. `configured`: words before the subcommand may change what it does. */
export function branchesOf(line: WriteLine, configured: boolean, place: PolicyPlace): Branches {
  const row = Object.hasOwn(ROWS, line.subcommand) ? ROWS[line.subcommand] : undefined;
  if (row === undefined) return current(place);
  if (row === none) return [];
  return line.known === undefined || configured ? 'any' : row({ ...line, known: line.known }, place);
}

/** What a fetch writes besides what it keeps of remotes: by refspecs of the line, or of the config. */
function fetched({ known }: KnownLine, place: PolicyPlace): Branches {
  const specs = known.positionals.slice(1).map(parseRefspec);
  const goals = specs.flatMap(({ to }) => to || []);
  return together(plain(goals.filter(goal => !/^refs\/(?:remotes|tags|notes)\//.test(goal))), configured(place));
}

function configured({ settings }: PolicyPlace): Branches {
  const specs = settings.names('remote', 'fetch').flatMap(name => settings.all(`remote.${name}.fetch`));
  const goals = specs.map(spec => parseRefspec(spec).to ?? '');
  return goals.every(goal => goal === '' || /^refs\/(?:remotes|tags|notes)\//.test(goal)) ? [] : 'any';
}

/** Without what stands before the name; `any` where one of them is no name. */
export function plain(names: readonly string[]): Branches {
  const short = names.map(name => name.replace(/^(?:refs\/)?heads\//, ''));
  return short.every(name => /^[^@*?[\\^~:\s-][^@*?[\\^~:\s]*$/.test(name)) ? short : 'any';
}

const together = (some: Branches, others: Branches): Branches =>
  some === 'any' || others === 'any' ? 'any' : [...some, ...others];

/** Commands of gh that move, make or delete branches, on GitHub or here: which, only GitHub knows. */
const ON_GITHUB: readonly string[] = [
  'api',
  'issue develop',
  'pr checkout',
  'pr merge',
  'pr revert',
  'pr update-branch',
  'repo delete',
  'repo edit',
  'repo rename',
  'repo sync',
];

export function branchesOnGitHub(words: CommandWords | undefined): Branches {
  if (words === undefined) return 'any';
  const deletes = words.path === 'pr close' && (words.options.get('--delete-branch') ?? false) !== false;
  return deletes || ON_GITHUB.includes(words.path) ? 'any' : [];
}
