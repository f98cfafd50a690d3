/** One value of git's config, from where it comes. */
export interface ConfigLine {
  /** `own`: the person's, of the system or their home. `repository`: of .git/config, config.worktree or what these include. */
  readonly scope: 'own' | 'repository';
  /** The file, as git names it; relative to the top of the work tree. */
  readonly file: string;
  /** Section and variable in lower case. */
  readonly key: string;
  readonly value: string;
}

export const LIST_CONFIG = ['config', '--list', '--show-scope', '--show-origin', '-z'] as const;
/** For git before 2.26, which knows no scopes. */
export const LIST_CONFIG_BY_FILE = ['config', '--list', '--show-origin', '-z'] as const;

const OWN: ReadonlySet<string> = new Set(['system', 'global']);

/** Reads what `LIST_CONFIG` printed; what the command line set, which is ours, is left out. */
export function parseListing(text: string): ConfigLine[] {
  return groupsOf(3, text).flatMap(([scope = '', origin = '', entry = '']) =>
    scope === 'command' ? [] : [lineOf(OWN.has(scope) ? 'own' : 'repository', origin, entry)],
  );
}

/** Reads what `LIST_CONFIG_BY_FILE` printed: the person's own is only what stands in one of their own files. */
export function parseListingByFile(text: string, ownFiles: readonly string[]): ConfigLine[] {
  return groupsOf(2, text).flatMap(([origin = '', entry = '']) => {
    if (!origin.startsWith('file:')) return [];
    return [lineOf(ownFiles.includes(fileOf(origin)) ? 'own' : 'repository', origin, entry)];
  });
}

function lineOf(scope: ConfigLine['scope'], origin: string, entry: string): ConfigLine {
  const newline = entry.indexOf('\n');
  const key = newline === -1 ? entry : entry.slice(0, newline);
  return { scope, file: fileOf(origin), key, value: newline === -1 ? 'true' : entry.slice(newline + 1) };
}

const fileOf = (origin: string): string => origin.replace(/^file:/, '');

/** The fields in groups of so many; the last NUL leaves an empty one over. */
function groupsOf(size: number, text: string): string[][] {
  const fields = text.split('\0');
  const count = Math.floor(fields.length / size);
  return Array.from({ length: count }, (_, at) => fields.slice(at * size, (at + 1) * size));
}

/** The name between the first and the last dot of a key of one section: `filter.a.b.clean` gives `a.b` and `clean`. */
export function namedKey(
  section: string,
  key: string,
): { readonly name: string; readonly variable: string } | undefined {
  const first = section.length;
  const last = key.lastIndexOf('.');
  if (!key.startsWith(`${section}.`) || last <= first) return undefined;
  return { name: key.slice(first + 1, last), variable: key.slice(last + 1) };
}
