type Item = Readonly<Record<string, unknown>>;
type End = { readonly repo?: unknown };

/** Either end of a pull request embeds its repository with all its counters: stars, open issues, the last push. */
const withoutRepository = ({ head, base, ...item }: Item): Item => ({ ...item, head: ends(head), base: ends(base) });

const ends = (end: unknown): unknown => {
  if (typeof end !== 'object' || end === null) return end;
  const { repo: _, ...rest } = end as End;
  return rest;
};

/** The parts of a list that a command may print: the rest of it changes with much that nobody sees. */
const PARTS = {
  /** Of a list of issues, which has the pull requests in it. */
  issues: items => items.filter(item => item.pull_request === undefined),
  /** Of a list of pull requests. */
  pulls: items => items.map(withoutRepository),
  /** The same where nothing is printed that only the time of the last change or the number of comments tells. */
  'pulls-themselves': items =>
    items.map(item => ({ ...withoutRepository(item), comments: undefined, updated_at: undefined })),
} as const satisfies Readonly<Record<string, (items: readonly Item[]) => readonly Item[]>>;

type PartName = keyof typeof PARTS;

/** Has only a part of what a path answers count. It is asked as without: no request has what stands behind the `#`. */
export const onlyPart = (path: string, part: PartName): string => `${path}#${part}`;

export const isSameQuestion = (one: string, other: string): boolean => one.split('#')[0] === other.split('#')[0];

/** The part of an answer that counts; undefined where all of it does. */
export function partOf(path: string, data: unknown): unknown {
  const [, name = ''] = path.split('#');
  return Object.hasOwn(PARTS, name) && Array.isArray(data) ? PARTS[name as PartName](data) : undefined;
}
