import { plural } from '../../../shared/plural.ts';
import { quote } from '../../command/quote.ts';
import { type Impact, impact, type OnGitHub, unknownImpact } from '../../writes/impact/impact.ts';
import { named, quoted } from '../../writes/impact/wording.ts';
import { GITHUB_COM, type GitHubRepository } from '../remotes.ts';

/** Long enough to know it by. */
const MOST_TITLE = 100;

/** Text that somebody else wrote, in a sentence of ours: in quotes, on one line, and never longer than that line. */
export function titled(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  return quoted(characters.length <= MOST_TITLE ? line : `${characters.slice(0, MOST_TITLE).join('')}…`);
}

/** `octo/demo`, with the host where it is not GitHub's own. */
export const nameOf = ({ host, owner, name }: GitHubRepository): string =>
  host === GITHUB_COM ? `${owner}/${name}` : `${host}/${owner}/${name}`;

/** Somebody's name in a sentence; a deleted account has none. */
export const loginOf = (user: { readonly login: string } | null | undefined): string => user?.login ?? 'ghost';

/** Who hears of it, as far as that can be known. */
export function notifies(people: readonly string[], viewer: string, repository: GitHubRepository): string {
  const others = [...new Set(people)].filter(login => login !== viewer);
  const watchers = `whoever watches ${nameOf(repository)}`;
  return others.length === 0 ? `Notifies ${watchers}.` : `Notifies ${named(others, 5)}, and ${watchers}.`;
}

/** People and teams that a text mentions. */
export const mentionsIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?<![\w`/])@([A-Za-z\d][A-Za-z\d-]*(?:\/[\w.-]+)?)/g)].map(([, name = '']) => name);

/** A command of gh that takes back what another does. */
export const revertBy = (repository: GitHubRepository, ...words: readonly string[]): string =>
  quote('gh', [...words, '-R', nameOf(repository)]);

/** For gh api, which asks GitHub's own host unless told otherwise. */
export const hostWords = ({ host }: GitHubRepository): readonly string[] =>
  host === GITHUB_COM ? [] : ['--hostname', host];

interface Told extends Partial<Omit<OnGitHub, 'state' | 'host'>> {
  /** The gravest first. */
  readonly sentences: readonly string[];
  /** All that a yes is bound to. */
  readonly state: unknown;
  /** True when GitHub or gh would not carry it out; the first sentence says why. */
  readonly refused?: boolean;
  /** Why something of it could not be told. */
  readonly unknown?: string;
}

/** An impact on GitHub. */
export const onGitHub = (
  { host }: Pick<GitHubRepository, 'host'>,
  { sentences, state, refused = false, unknown, harms = [], reverts = [], makesNew }: Told,
): Impact =>
  impact({
    sentences: [...harms.map(harm => `${harm.slice(0, 1).toUpperCase()}${harm.slice(1)}.`), ...sentences],
    refused,
    unknown: unknown ?? null,
    gitHub: { host, state: JSON.stringify(state), harms, reverts, ...(makesNew && { makesNew }) },
  });

/** For what can be asked of nobody. */
export const cannotTell = (path: string): Impact => unknownImpact(`Sluice cannot tell what gh ${path} does here.`);

/** For a thing that is not where the command looks for it: gh would fail too. */
export const notThere = (repository: Pick<GitHubRepository, 'host'>, what: string): Impact =>
  onGitHub(repository, {
    sentences: [`GitHub has no ${what}, or the token may not see it.`],
    state: { missing: what },
    refused: true,
  });

export const NOT_REVERTED = 'No command takes this back.';

export const countOf = (count: number, one: string): string => (count === 0 ? `no ${one}s` : plural(count, one));
