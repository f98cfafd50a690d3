import { isBlame } from './blame/parse.ts';
import { checksIn } from './checks/parse.ts';
import type { Command, Kind } from './document.ts';
import { parsedJson } from './json/parse.ts';
import { hasOption } from './options.ts';
import { isRunLog } from './run-log/parse.ts';
import { gridOf, recordsIn } from './table/grid.ts';

type Detector = (args: readonly string[], text: string) => Kind;

const STATS = ['--stat', '--numstat', '--shortstat', '--compact-summary', '--dirstat', '--patch-with-stat'] as const;
const NAMES = ['--name-only', '--name-status', '--raw'] as const;
const FORMATS = ['--format', '--pretty'] as const;

const hasDiff = (text: string) => /^(?:diff --(?:git|cc|combined) |--- .*\n\+\+\+ )/m.test(text);
const hasStats = (text: string) =>
  /^ .+ \| +(?:\d+(?: [+-]*)?|Bin\b.*)$|^(?:\d+|-)\t(?:\d+|-)\t.|^ \d+ files? changed/m.test(text);
const hasCommits = (text: string) =>
  /^(?:[|/\\_ .*<>=+o^-]*)(?:commit (?:[-<>=+^] ?)?)?[0-9a-f]{7,64}(?: |$)/m.test(text);

/** Of a comparison of two sides: a patch unless it was asked for numbers or names. */
const compares: Detector = (args, text) => {
  if (hasDiff(text)) return 'diff';
  return hasOption(args, ...STATS) && hasStats(text) ? 'bars' : 'text';
};

const history: Detector = (args, text) => {
  if (hasOption(args, '--graph')) return 'log';
  if (hasDiff(text)) return 'diff';
  if (hasOption(args, ...STATS) && hasStats(text)) return 'bars';
  return hasCommits(text) ? 'log' : 'text';
};

/** A file or a folder of a commit is printed as it is, whatever it looks like. */
const shows: Detector = (args, text) =>
  args.some(word => /^[^-:][^:]*:(?!\/)/.test(word)) || hasOption(args, ...NAMES) ? 'text' : history(args, text);

const asTable: Detector = (_, text) => (gridOf(text) === null ? 'text' : 'table');
const asBlame: Detector = (_, text) => (isBlame(text) ? 'blame' : 'text');
const patches: Detector = (_, text) => (hasDiff(text) ? 'diff' : 'text');
const whenListed =
  (...options: readonly string[]): Detector =>
  (args, text) =>
    hasOption(args, ...options) ? asTable(args, text) : 'text';

const GIT: Readonly<Record<string, Detector>> = {
  blame: asBlame,
  branch: whenListed('-v', '--verbose'),
  config: whenListed('-l', '--list', '--get-regexp'),
  'count-objects': whenListed('-v', '--verbose'),
  diff: compares,
  'diff-files': compares,
  'diff-index': compares,
  'diff-tree': compares,
  'for-each-ref': asTable,
  'format-patch': patches,
  log: history,
  'ls-files': whenListed('-s', '--stage'),
  'ls-remote': asTable,
  'ls-tree': asTable,
  remote: whenListed('-v', '--verbose'),
  'rev-list': (args, text) => (hasOption(args, '--graph', '--oneline', ...FORMATS) ? history(args, text) : 'text'),
  shortlog: args => (hasOption(args, '-s', '--summary') ? 'bars' : 'table'),
  show: shows,
  'show-ref': asTable,
  'stash show': compares,
  tag: args => (hasOption(args, '-n') ? 'table' : 'text'),
  whatchanged: history,
  'worktree list': (args, text) => (hasOption(args, '--porcelain') ? 'text' : asTable(args, text)),
};

const viewed: Detector = () => 'markdown';

const GH: Readonly<Record<string, Detector>> = {
  'issue status': () => 'report',
  'issue view': viewed,
  'pr checks': (_, text) => (checksIn(text) === null ? 'text' : 'checks'),
  'pr diff': patches,
  'pr status': () => 'report',
  'pr view': viewed,
  'release view': viewed,
  'repo view': viewed,
  'run view': (args, text) => (hasOption(args, '--log', '--log-failed') && isRunLog(text) ? 'run-log' : 'report'),
  'workflow view': args => (hasOption(args, '-y', '--yaml') ? 'text' : 'report'),
};

/** Lists of gh go by one of these words; the groups go on growing. */
const GH_LISTS = /^(?:\S+ (?:list|ls)|search \S+)$/;

/** The name may be that of something every object of JavaScript has. */
const detectorIn = (table: Readonly<Record<string, Detector>>, name: string) =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function ofGit({ subcommand, args }: Command, text: string): Kind {
  const detector = detectorIn(GIT, subcommand) ?? detectorIn(GIT, subcommand.split(' ', 1)[0] ?? '');
  return detector?.(args, text) ?? 'text';
}

function ofGh({ subcommand, args }: Command, text: string): Kind {
  const raw = subcommand === 'api';
  if (raw || hasOption(args, '--json', '--jq', '--template')) return ofJson(raw, text);
  if (GH_LISTS.test(subcommand)) return asTable(args, text);
  return detectorIn(GH, subcommand)?.(args, text) ?? 'text';
}

/** The kind of JSON from gh: a list of records is a table, except where gh hands through what GitHub said. */
function ofJson(raw: boolean, text: string): Kind {
  if (parsedJson(text) === undefined) return 'text';
  return !raw && recordsIn(text) !== null ? 'table' : 'json';
}

/** The kind an output is best shown as: the command decides first, what was printed second; when in doubt text. */
export function detect(command: Command, text: string): Kind {
  if (text === '') return 'text';
  return command.program === 'git' ? ofGit(command, text) : ofGh(command, text);
}
