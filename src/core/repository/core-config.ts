/** The settings that decide where a repository's work tree is. */
export interface CoreConfig {
  readonly bare?: boolean;
  readonly worktree?: string;
  readonly worktreeConfig?: boolean;
}

const TRUE = /^(?:true|yes|on|0*[1-9]\d*)$/i;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

/** Picks these few settings out of a config file; git too follows no includes for them. */
export function parseCoreConfig(text: string): CoreConfig {
  const found: { bare?: boolean; worktree?: string; worktreeConfig?: boolean } = {};
  let section = '';
  // A backslash at the end of a line joins the next one to it.
  const joined = text.replace(/^\uFEFF/, '').replaceAll(/\\\r?\n/g, '');
  for (const line of joined.split(/\r?\n/)) {
    const [header = '', name] = /^\s*\[\s*([^\]"\s]+)[^\]]*\]/.exec(line) ?? [];
    if (name !== undefined) section = header.includes('"') ? '' : name.toLowerCase();
    const [, key = '', equals, raw = ''] = /^\s*([a-z][a-z\d-]*)\s*(=)?(.*)$/i.exec(line.slice(header.length)) ?? [];
    const value = equals === undefined ? 'true' : plainValue(raw);
    const full = `${section}.${key.toLowerCase()}`;
    if (full === 'core.bare') found.bare = TRUE.test(value);
    if (full === 'core.worktree') found.worktree = value;
    if (full === 'extensions.worktreeconfig') found.worktreeConfig = TRUE.test(value);
  }
  return found;
}

/** A value without its comment, outer blanks, quotes and escapes. */
function plainValue(raw: string): string {
  const [value = ''] = /^(?:"(?:\\.|[^"\\])*"|\\.|[^"\\#;])*/.exec(raw) ?? [];
  return value.trim().replaceAll(/"|\\(.)/g, (_, escaped = '') => ESCAPES[escaped] ?? escaped);
}
