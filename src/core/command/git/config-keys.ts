import { refusesProgram, runs, unknown } from '../acts.ts';
import type { Context } from '../context.ts';
import { anything, type Choice, type Objection, objectTo, upTo, type ValueKind } from '../table.ts';
import { objectionTo } from '../values.ts';
import { keyPatterns } from './key-patterns.ts';
import { settingRisk } from './setting-risk.ts';
import { wordRegex } from './word-regex.ts';

/** Settings that a `-c` on a read may carry: they change how output looks, or nothing. `*` stands for any one part. */
const plainLooks = keyPatterns([
  'advice.*',
  'author.*',
  'blame.blankboundary',
  'blame.coloring',
  'blame.showemail',
  'blame.showroot',
  'color.*',
  'color.blame.*',
  'color.branch.*',
  'color.decorate.*',
  'color.diff.*',
  'color.interactive.*',
  'color.push.*',
  'color.remote.*',
  'color.status.*',
  'color.transport.*',
  'column.*',
  'committer.*',
  'core.autocrlf',
  'core.checkstat',
  'core.commitgraph',
  'core.eol',
  'core.filemode',
  'core.multipackindex',
  'core.preloadindex',
  'core.quotepath',
  'core.safecrlf',
  'core.trustctime',
  'core.whitespace',
  'diff.algorithm',
  'diff.colormoved',
  'diff.colormovedws',
  'diff.dirstat',
  'diff.dstprefix',
  'diff.indentheuristic',
  'diff.mnemonicprefix',
  'diff.noprefix',
  'diff.relative',
  'diff.renames',
  'diff.srcprefix',
  'diff.suppressblankempty',
  'diff.wserrorhighlight',
  'grep.column',
  'grep.extendedregexp',
  'grep.fullname',
  'grep.linenumber',
  'grep.patterntype',
  'i18n.logoutputencoding',
  'init.defaultbranch',
  'log.abbrevcommit',
  'log.decorate',
  'log.follow',
  'log.graphcolors',
  'log.initialdecorationset',
  'log.mailmap',
  'log.showroot',
  'merge.conflictstyle',
  'status.aheadbehind',
  'status.branch',
  'status.relativepaths',
  'status.renames',
  'status.short',
  'status.showstash',
  'status.showuntrackedfiles',
  'user.email',
  'user.name',
  'user.useconfigonly',
  'versionsort.suffix',
]);

/** More threads than this only eat memory. */
export const threads = upTo(64);

const off: Choice = { oneOf: ['false', 'no', 'off', '0', ''] };
const lines = upTo(9_999_999);

/** Settings that it may carry with some values only. */
const plainValues: Readonly<Record<string, ValueKind>> = {
  'blame.date': 'date-format',
  'branch.sort': 'ref-sort',
  'commit.gpgsign': off,
  'core.abbrev': { like: /^(?:\d{1,3}|auto|no|off|false)$/, written: '<n>' },
  'core.fsmonitor': off,
  'core.pager': { oneOf: ['cat', ''] },
  'core.untrackedcache': { oneOf: [...off.oneOf, 'keep'] },
  'credential.helper': { oneOf: [''] },
  'diff.context': lines,
  'diff.external': { oneOf: [''] },
  'diff.ignoresubmodules': { oneOf: ['all', 'dirty', 'none', 'untracked'] },
  'diff.interhunkcontext': lines,
  'diff.renamelimit': lines,
  'diff.statgraphwidth': lines,
  'diff.statnamewidth': lines,
  'diff.submodule': { oneOf: ['log', 'short'] },
  'diff.wordregex': wordRegex,
  'format.pretty': 'pretty',
  'gc.auto': { oneOf: ['0'] },
  'grep.threads': threads,
  'index.threads': threads,
  'log.date': 'date-format',
  'log.showsignature': off,
  'maintenance.auto': off,
  'merge.renamelimit': lines,
  'pack.threads': threads,
  'pager.*': { oneOf: [...off.oneOf, 'cat'] },
  'protocol.version': { oneOf: ['0', '1', '2'] },
  'status.renamelimit': lines,
  'status.submodulesummary': off,
  'submodule.recurse': off,
  'tag.gpgsign': off,
  'tag.sort': 'ref-sort',
};
const kinds: ReadonlyMap<string, ValueKind> = new Map(Object.entries(plainValues));
/** By its name, or by that of its section with `*`. */
const kindOf = (key: string): ValueKind | undefined => kinds.get(key) ?? kinds.get(key.replace(/\.[^.]*$/, '.*'));

/** Settings that are plain to keep, but send one command elsewhere or have it rewrite with no word of its own. */
const redirects = keyPatterns([
  'branch.*.pushremote',
  'branch.*.rebase',
  'branch.*.remote',
  'fetch.prunetags',
  'pull.rebase',
  'push.default',
  'remote.*.prunetags',
  'remote.*.pushurl',
  'remote.*.url',
  'remote.pushdefault',
  'submodule.*.url',
  'submodule.recurse',
]);

/** The objection to carrying `key=value` on one command. */
export function objectToSetting(setting: string, written: string, context: Context): Objection | undefined {
  const [key, value] = partsOf(setting);
  const subject = `${written} ${key}`;
  const kind = kindOf(key.toLowerCase());
  const unfit = kind === undefined ? undefined : objectionTo(kind, value, subject, context);
  if (plainLooks(key) || (kind !== undefined && unfit === undefined)) return undefined;
  const risk = settingRisk(key, value);
  switch (risk === 'plain' && redirects(key) && !off.oneOf.includes(value.toLowerCase()) ? 'grave' : risk) {
    case 'program':
      return objectTo(subject, refusesProgram('would choose a program to run; set it in your own git config instead'));
    case 'unknown':
      return {
        ...objectTo(subject, runs('is not a setting Sluice knows, so it may lead to a program; leave it out')),
        programs: [{ starts: 'now', text: setting }],
      };
    case 'grave':
      return {
        effects: anything,
        risk: 'destructive',
        reason: `${subject} makes git lose or reach more than usual; leave it out`,
      };
    case 'plain':
      return unfit ?? objectTo(subject, unknown('may change more than how output looks; leave it out'));
  }
}

/** A bare key is true. */
function partsOf(setting: string): readonly [key: string, value: string] {
  const equals = setting.indexOf('=');
  return equals < 0 ? [setting, 'true'] : [setting.slice(0, equals), setting.slice(equals + 1)];
}

/** The setting as every git understands it: to one before 2.36 `core.fsmonitor=false` is a program called false. */
export function plainSetting(setting: string): string {
  const [key] = partsOf(setting);
  return key.toLowerCase() === 'core.fsmonitor' ? `${key}=` : setting;
}

/** `--config-env`: the value is not on the command line, so nothing can be said for it. */
export function objectToHiddenSetting(setting: string, written: string): Objection {
  const key = setting.slice(0, setting.lastIndexOf('='));
  const subject = `${written} ${key}`;
  return settingRisk(key) === 'program'
    ? objectTo(subject, refusesProgram('would choose a program to run'))
    : {
        ...objectTo(subject, runs('takes its value from the environment, where it cannot be seen; use -c')),
        risk: 'destructive',
      };
}
