import { createHash } from 'node:crypto';
import type { ConfigEntry } from '../own-config.ts';
import { type ConfigLine, namedKey } from './config-listing.ts';

/** The programs of a filter, in the order git lists them. */
const PROGRAMS = ['clean', 'smudge', 'process'] as const;
type ProgramOf = (typeof PROGRAMS)[number];

/** A filter driver of gitattributes(5): programs that git runs on the contents of files. */
export interface Filter {
  readonly name: string;
  readonly programs: Readonly<Partial<Record<ProgramOf, string>>>;
  /** `own` when none of its programs comes from the repository. */
  readonly scope: ConfigLine['scope'];
}

/** The filters that a config sets up; the last value of a key counts, as for git. */
export function filtersOf(lines: readonly ConfigLine[]): Filter[] {
  const found = new Map<string, Map<ProgramOf, ConfigLine>>();
  for (const line of lines) {
    const key = namedKey('filter', line.key);
    const program = PROGRAMS.find(each => each === key?.variable);
    if (key === undefined || program === undefined) continue;
    found.set(key.name, (found.get(key.name) ?? new Map()).set(program, line));
  }
  return [...found].flatMap(([name, by]) => {
    const used = [...by].filter(([, { value }]) => value !== '');
    if (used.length === 0) return [];
    const programs = Object.fromEntries(used.map(([program, { value }]) => [program, value]));
    return [{ name, programs, scope: used.every(([, { scope }]) => scope === 'own') ? 'own' : 'repository' }];
  });
}

/** What the person was shown of a filter, and `scripts`, the contents of those programs that lie in the work tree. */
export function fingerprintOf({ name, programs }: Filter, scripts: readonly string[]): string {
  const parts = [name, ...PROGRAMS.map(program => programs[program] ?? ''), ...scripts];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Config that switches a filter off: empty programs are none, and a missing one is no error. */
export const filterOff = (name: string): ConfigEntry[] => [
  ...PROGRAMS.map((program): ConfigEntry => [`filter.${name}.${program}`, '']),
  [`filter.${name}.required`, 'false'],
];

/** The words of a filter's command lines that may name a file. */
export function scriptWords({ programs }: Filter): string[] {
  const words = Object.values(programs).flatMap(program => program.split(/[\s'"`;&|<>()=]+/));
  return [...new Set(words.filter(word => word !== '' && !word.startsWith('%')))];
}
