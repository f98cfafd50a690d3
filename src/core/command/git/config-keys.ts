import { refusesProgram, runs } from '../acts.ts';
import { objectTo } from '../judge.ts';
import { anything, type Objection } from '../table.ts';

/** Settings that only change how output looks: the ones a `-c` on a read may carry. `*` stands for any one part. */
const harmless = [
  'advice.*',
  'blame.blankboundary',
  'blame.coloring',
  'blame.date',
  'blame.showemail',
  'blame.showroot',
  'color.*',
  'color.*.*',
  'column.*',
  'core.abbrev',
  'core.quotepath',
  'diff.algorithm',
  'diff.colormoved',
  'diff.colormovedws',
  'diff.context',
  'diff.dirstat',
  'diff.dstprefix',
  'diff.indentheuristic',
  'diff.interhunkcontext',
  'diff.mnemonicprefix',
  'diff.noprefix',
  'diff.relative',
  'diff.renamelimit',
  'diff.renames',
  'diff.srcprefix',
  'diff.statgraphwidth',
  'diff.statnamewidth',
  'diff.suppressblankempty',
  'diff.wordregex',
  'diff.wserrorhighlight',
  'grep.column',
  'grep.extendedregexp',
  'grep.fullname',
  'grep.linenumber',
  'grep.patterntype',
  'grep.threads',
  'i18n.logoutputencoding',
  'log.abbrevcommit',
  'log.date',
  'log.decorate',
  'log.follow',
  'log.graphcolors',
  'log.initialdecorationset',
  'log.mailmap',
  'log.showroot',
  'merge.renamelimit',
  'status.aheadbehind',
  'status.branch',
  'status.relativepaths',
  'status.renamelimit',
  'status.renames',
  'status.short',
  'status.showstash',
  'status.showuntrackedfiles',
  'versionsort.suffix',
];

/** Settings whose value is a program, or leads to one. */
const programs = [
  'alias.*',
  'browser.*.*',
  'core.alternaterefscommand',
  'core.askpass',
  'core.editor',
  'core.fsmonitor',
  'core.gitproxy',
  'core.hookspath',
  'core.pager',
  'core.sshcommand',
  'credential.helper',
  'credential.*.helper',
  'diff.external',
  'diff.*.command',
  'diff.*.textconv',
  'difftool.*.*',
  'filter.*.*',
  'gpg.program',
  'gpg.*.program',
  'gpg.ssh.defaultkeycommand',
  'guitool.*.cmd',
  'hook.*.*',
  'imap.tunnel',
  'include.path',
  'includeif.*.path',
  'init.templatedir',
  'instaweb.*',
  'interactive.difffilter',
  'man.*.*',
  'merge.*.driver',
  'mergetool.*.*',
  'pager.*',
  'protocol.allow',
  'protocol.*.allow',
  'receive.procreceiverefs',
  'remote.*.receivepack',
  'remote.*.uploadpack',
  'remote.*.vcs',
  'sendemail.*',
  'sendemail.*.*',
  'sequence.editor',
  'submodule.*.update',
  'tar.*.command',
  'trailer.*.cmd',
  'trailer.*.command',
  'uploadpack.packobjectshook',
  'url.*.insteadof',
  'url.*.pushinsteadof',
  'web.browser',
];

/** Patterns by their section, each with the parts after it. */
type Keys = ReadonlyMap<string, readonly (readonly string[])[]>;
function bySection(patterns: readonly string[]): Keys {
  const keys = new Map<string, string[][]>();
  for (const [section = '', ...rest] of patterns.map(pattern => pattern.split('.'))) {
    keys.set(section, [...(keys.get(section) ?? []), rest]);
  }
  return keys;
}
const harmlessKeys = bySection(harmless);
const programKeys = bySection(programs);

/** Sections and names are case-insensitive and a subsection may hold dots, so `a.*.b` is "starts with a., ends with .b". */
function isOneOf(keys: Keys, key: string): boolean {
  const [section = '', ...rest] = key.toLowerCase().split('.');
  const parts = rest.length > 1 ? [rest.slice(0, -1).join('.'), rest.at(-1)] : rest;
  const fits = (wanted: readonly string[]) =>
    wanted.length === parts.length && wanted.every((part, at) => part === '*' || part === parts[at]);
  return keys.get(section)?.some(fits) ?? false;
}

/** True when setting this key chooses a program to run. */
export const choosesProgram = (key: string): boolean => isOneOf(programKeys, key);

/** The objection to carrying `key=value` on one command. */
export function objectToSetting(setting: string, written: string): Objection | undefined {
  const equals = setting.indexOf('=');
  const key = equals < 0 ? setting : setting.slice(0, equals);
  const value = equals < 0 ? 'true' : setting.slice(equals + 1);
  const plainPager = key.toLowerCase() === 'core.pager' && (value === 'cat' || value === '');
  const noMonitor = key.toLowerCase() === 'core.fsmonitor' && value === '';
  if (plainPager || noMonitor) return undefined;
  if (choosesProgram(key)) {
    return objectTo(
      `${written} ${key}`,
      refusesProgram('would choose a program to run; set it in your own git config instead'),
    );
  }
  if (isOneOf(harmlessKeys, key)) return undefined;
  return { effects: anything, risk: 'local', reason: `${written} ${key} may change more than how output looks` };
}

/** `--config-env`: the value is not on the command line, so nothing can be said for it. */
export function objectToHiddenSetting(setting: string, written: string): Objection {
  const key = setting.slice(0, setting.lastIndexOf('='));
  if (choosesProgram(key)) return objectTo(`${written} ${key}`, refusesProgram('would choose a program to run'));
  return objectTo(`${written} ${key}`, runs('takes its value from the environment, where it cannot be seen'));
}
