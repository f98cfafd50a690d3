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
const NEEDS: Readonly<Partial<Record<string, readonly Toolset[]>>> = { github: ['git'] };

/** A toolset and what it cannot do without. */
export const withNeeds = (name: string): readonly string[] => [...(NEEDS[name] ?? []), name];

/** The toolsets of one core: ours, which settings switch on, and those of other extensions, which are on while they are there. */
export interface Toolsets {
  /** Checks names from settings, drops those whose needs are switched off, and has the others' besides. */
  enabled(names: readonly string[]): ReadonlySet<string>;
  /** Throws for a name that no toolset has. */
  check(name: string): void;
  /** Throws for a name that a toolset has; it is one until the returned function is called. */
  add(name: string): () => void;
}

export function createToolsets(): Toolsets {
  const others = new Set<string>();
  const isKnown = (name: string) => Object.hasOwn(TOOLSETS, name) || others.has(name);
  const check = (name: string) => {
    if (isKnown(name)) return;
    throw new Error(`Unknown toolset "${name}". Valid toolsets: ${[...Object.keys(TOOLSETS), ...others].join(', ')}`);
  };
  return {
    check,
    enabled(names) {
      for (const name of names) check(name);
      return new Set([...names.filter(name => withNeeds(name).every(each => names.includes(each))), ...others]);
    },
    add(name) {
      if (isKnown(name)) throw new Error(`Toolset "${name}" already registered`);
      others.add(name);
      return () => void others.delete(name);
    },
  };
}
