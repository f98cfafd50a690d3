import type { ImpactContext } from './impact.ts';

/** git's config as one repository sees it; the last of several values is the one that counts. */
export interface Settings {
  one(key: string): string | undefined;
  all(key: string): readonly string[];
  /** Undefined when it is not set or is no boolean. */
  is(key: string): boolean | undefined;
  /** Middle parts of keys, such as the names of remotes. */
  names(section: string, variable: string): readonly string[];
  /** The keys of all that is set. */
  keys(): readonly string[];
}

export async function settingsOf(context: ImpactContext): Promise<Settings> {
  return parseSettings(await context.git.readOrThrow(['config', '--list', '-z'], context.repository.workTree));
}

export function parseSettings(listing: string): Settings {
  const values = new Map<string, string[]>();
  for (const entry of listing.split('\0').filter(Boolean)) {
    const newline = entry.indexOf('\n');
    const key = newline < 0 ? entry : entry.slice(0, newline);
    const value = newline < 0 ? 'true' : entry.slice(newline + 1);
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  const all = (key: string) => values.get(key) ?? [];
  return {
    all,
    one: key => all(key).at(-1),
    is: key => booleanOf(all(key).at(-1)),
    names: (section, variable) =>
      [...values.keys()]
        .filter(key => key.startsWith(`${section}.`) && key.endsWith(`.${variable}`))
        .map(key => key.slice(section.length + 1, -variable.length - 1))
        .filter(Boolean),
    keys: () => [...values.keys()],
  };
}

function booleanOf(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (/^(?:true|yes|on|[1-9]\d*)$/i.test(value)) return true;
  return /^(?:false|no|off|0|)$/i.test(value) ? false : undefined;
}
