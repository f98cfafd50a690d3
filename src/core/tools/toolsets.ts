/** The groups of tools, each of which a person can switch off. */
export const TOOLSETS = {
  git: 'Run git commands, look at the status, undo.',
  github: 'Run gh commands.',
  panels: 'Read and close result panels.',
  conflicts: 'Read and resolve the conflicts of a merge.',
  sandbox: 'Edit files apart from the work tree and stage commits from them.',
} as const;

export type Toolset = keyof typeof TOOLSETS;

/** What a toolset cannot do without. */
const NEEDS: Readonly<Partial<Record<Toolset, readonly Toolset[]>>> = { github: ['git'] };

const isToolset = (name: string): name is Toolset => Object.hasOwn(TOOLSETS, name);

/** Checks names from settings, and drops those whose needs are switched off. */
export function enabledToolsets(names: readonly string[]): ReadonlySet<string> {
  const enabled = new Set(names.map(toToolset));
  for (const name of enabled) if ((NEEDS[name] ?? []).some(needed => !enabled.has(needed))) enabled.delete(name);
  return enabled;
}

function toToolset(name: string): Toolset {
  if (isToolset(name)) return name;
  throw new Error(`Unknown toolset "${name}". Valid toolsets: ${Object.keys(TOOLSETS).join(', ')}`);
}
