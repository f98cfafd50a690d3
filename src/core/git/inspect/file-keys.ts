import { NOWHERE } from '../guards.ts';
import type { ConfigEntry } from '../own-config.ts';
import type { ConfigLine } from './config-listing.ts';

/** Keys that name a file git reads, and the value in whose favour git leaves it. */
const FILE_KEYS: Readonly<Partial<Record<string, string>>> = {
  'core.attributesfile': NOWHERE,
  'core.excludesfile': NOWHERE,
  'diff.orderfile': NOWHERE,
  'gpg.ssh.allowedsignersfile': NOWHERE,
  'gpg.ssh.revocationfile': NOWHERE,
  'mailmap.file': NOWHERE,
};

/** Keys of which git reads every value, so that none switches another off, and the subcommands that do. */
const STUCK_FILE_KEYS: Readonly<Partial<Record<string, readonly string[]>>> = {
  'blame.ignorerevsfile': ['annotate', 'blame'],
  'fsck.skiplist': ['fsck'],
};

/** Subcommands that print config, and with it what a file that it includes holds. */
const PRINT_CONFIG: readonly string[] = ['config', 'var'];

const ofRepository = (lines: readonly ConfigLine[], test: (key: string) => boolean): ConfigLine[] =>
  lines.filter(({ scope, key }) => scope === 'repository' && test(key));

/** The lines of the repository's config that name a file to read, each of which `fileOff` undoes. */
export const fileLines = (lines: readonly ConfigLine[]): ConfigLine[] =>
  ofRepository(lines, key => FILE_KEYS[key] !== undefined);

/** Config that makes git read no file for this key. */
export const fileOff = (key: string): ConfigEntry => [key, FILE_KEYS[key] ?? NOWHERE];

/** The lines of the repository's config whose files a subcommand reads or prints, whatever we say. */
export const stuckFileLines = (lines: readonly ConfigLine[], subcommand: string): ConfigLine[] => [
  ...ofRepository(lines, key => STUCK_FILE_KEYS[key]?.includes(subcommand) ?? false),
  ...(PRINT_CONFIG.includes(subcommand) ? ofRepository(includeLines(lines), () => true) : []),
];

/** True for a key whose value leads to a file. */
export const namesFile = (key: string): boolean =>
  FILE_KEYS[key] !== undefined || STUCK_FILE_KEYS[key] !== undefined || isInclude(key);

const isInclude = (key: string): boolean => key === 'include.path' || /^includeif\..*\.path$/s.test(key);

/** The lines by which a config includes another file, whether it does so now or on a condition. */
export const includeLines = (lines: readonly ConfigLine[]): ConfigLine[] => lines.filter(({ key }) => isInclude(key));

/** Where a value of the config leads: `~/` is the home folder; undefined when only git can tell (`~user/`, `%(prefix)/`). */
export function pathOfValue(value: string, home: string | undefined): string | undefined {
  const bare = value.replace(/^:\(optional\)/, '');
  if (bare.startsWith('~/') && home !== undefined) return `${home}/${bare.slice(2)}`;
  return bare.startsWith('~') || bare.startsWith('%(') ? undefined : bare;
}
