/** A way to print a list. */
export interface Shape {
  readonly names: readonly string[];
  readonly pattern: RegExp;
  readonly ids?: readonly number[];
  readonly paths?: readonly number[];
}

const ID = '[0-9a-f]{4,64}';

/** How git prints its lists, the strictest first: one group for each column. */
export const SHAPES: readonly Shape[] = [
  { names: ['Mode', 'Object', 'Stage', 'Path'], pattern: /^(\d{6}) ([0-9a-f]{4,64}) (\d)\t(.+)$/, paths: [3] },
  {
    names: ['Mode', 'Type', 'Object', 'Size', 'Path'],
    pattern: /^(\d{6}) (blob|tree|commit) ([0-9a-f]{4,64}) +(\d+|-)\t(.+)$/,
    paths: [4],
  },
  {
    names: ['Mode', 'Type', 'Object', 'Path'],
    pattern: /^(\d{6}) (blob|tree|commit) ([0-9a-f]{4,64})\t(.+)$/,
    paths: [3],
  },
  { names: ['Object', 'Type', 'Ref'], pattern: /^([0-9a-f]{40,64}) (commit|tag|tree|blob)\t(.+)$/, ids: [0] },
  { names: ['Object', 'Ref'], pattern: /^([0-9a-f]{4,64})[ \t]((?:refs\/|HEAD$).*)$/, ids: [0] },
  { names: ['Remote', 'Address', 'For'], pattern: /^([^\t]+)\t(.*) \((fetch|push)\)(?: \[.*\])?$/ },
  {
    names: ['', 'Branch', 'Commit', 'Upstream', 'Subject'],
    pattern: new RegExp(`^([*+ ]) (\\(.*?\\)|\\S+) +(${ID}) (?:\\(.*?\\) )?(?:\\[([^\\]]*)\\] )?(.*)$`),
    ids: [2],
  },
  { names: ['', 'Branch', 'Refers to'], pattern: /^([*+ ]) (\S+) +-> (\S+)$/ },
  {
    names: ['Folder', 'Commit', 'Branch'],
    pattern: new RegExp(`^((?:/|[A-Za-z]:[/\\\\]).*?) +(${ID}|\\(bare\\))(?: (.*))?$`),
    ids: [1],
  },
  {
    names: ['Count of', 'Value'],
    pattern: /^(count|size|in-pack|packs|size-pack|prune-packable|garbage|size-garbage|alternate|warning): (.*)$/,
  },
  {
    names: ['Scope', 'Key', 'Value'],
    pattern:
      /^(system|global|local|worktree|command|(?:file|blob|command line|standard input):[^\t]*)\t([a-zA-Z][\w-]*\.[^=\t]*)=(.*)$/,
  },
  { names: ['Key', 'Value'], pattern: /^([a-zA-Z][\w-]*\.[^=\s]*(?: [^=]*)?)=(.*)$/ },
  { names: ['Key', 'Value'], pattern: /^([a-zA-Z][\w-]*\.\S+)(?: (.*))?$/ },
];

/** `git tag -n`: so loose that only the command can say it. */
export const TAGS: Shape = { names: ['Tag', 'Message'], pattern: /^(\S+)(?: +(.*))?$/ };
