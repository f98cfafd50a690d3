import type { CommandBase } from '../command/command.ts';
import { walkGh } from '../command/gh/walk-gh.ts';
import { quote } from '../command/quote.ts';
import { GITHUB_COM, type GitHubRepository, repositoryOfAddress } from './remotes.ts';

/** A link to something of GitHub, as a page names it. It came from output, so it is believed in nothing. */
export interface GitHubLink {
  /** A `log` is of the steps of a run that failed. */
  readonly kind: 'issue' | 'user' | 'run' | 'job' | 'log' | 'url';
  readonly value: string;
}

const ISSUE = /^(?:(?<owner>[A-Za-z\d][\w-]*)\/(?<name>[\w.-]+)#|#)?(?<number>[1-9]\d{0,8})$/;
const USER = /^[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}(?:\[bot\])?$/;
const ID = /^[1-9]\d{0,18}$/;
const PAGE =
  /^\/(?<owner>[A-Za-z\d][\w-]*)\/(?<name>[\w.-]+)\/(?:(?<what>issues|pull)\/(?<number>[1-9]\d{0,8})|actions\/runs\/(?<run>[1-9]\d{0,18})(?:\/job\/(?<job>[1-9]\d{0,18}))?)\/?$/;

/** The repositories that a link may mean. */
export interface LinkContext {
  /** The one that the panel with the link is about: a bare number is of it. */
  readonly about: GitHubRepository;
  /** The one that gh takes by itself there; undefined where it takes none. */
  readonly here: GitHubRepository | undefined;
}

/**
 * The command that shows in a panel what a link stands for. Each is one of a few reads whose only parts from outside are numbers
 * and names; undefined for what has no panel.
 */
export function commandOfLink({ kind, value }: GitHubLink, context: LinkContext): string | undefined {
  const { about } = context;
  switch (kind) {
    case 'issue': {
      const { owner = about.owner, name = about.name, number } = ISSUE.exec(value)?.groups ?? {};
      // It shows pull requests too, and only GitHub knows which of both a number is.
      return number && quote('gh', ['issue', 'view', number, ...of({ ...about, owner, name }, context)]);
    }
    case 'user': {
      const host = about.host === GITHUB_COM ? [] : ['--hostname', about.host];
      return USER.test(value) ? quote('gh', ['api', ...host, `users/${value}`]) : undefined;
    }
    case 'run':
      return ID.test(value) ? quote('gh', ['run', 'view', value, ...of(about, context)]) : undefined;
    case 'job':
      return ID.test(value) ? quote('gh', ['run', 'view', `--job=${value}`, ...of(about, context)]) : undefined;
    case 'log':
      return ID.test(value) ? quote('gh', ['run', 'view', value, '--log-failed', ...of(about, context)]) : undefined;
    case 'url':
      return commandOfPage(value, context);
  }
}

/** A page of the same host: what stands behind a place in it, or asks for something, stays a page. */
function commandOfPage(address: string, context: LinkContext): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, host, username, password, search, hash, pathname } = new URL(address);
  const isPlain = protocol === 'https:' && `${username}${password}${search}${hash}` === '';
  if (!isPlain || host !== context.about.host) return undefined;
  const { owner = '', name = '', what, number, run, job } = PAGE.exec(pathname)?.groups ?? {};
  const there = of({ host, owner, name }, context);
  if (number !== undefined) return quote('gh', [what === 'pull' ? 'pr' : 'issue', 'view', number, ...there]);
  if (job !== undefined) return quote('gh', ['run', 'view', `--job=${job}`, ...there]);
  return run === undefined ? undefined : quote('gh', ['run', 'view', run, ...there]);
}

/** Names a repository, unless gh takes it anyway: the panel of the short command is there already. */
function of({ host, owner, name }: GitHubRepository, { here }: LinkContext): readonly string[] {
  if (here?.host === host && sameName(owner, here.owner) && sameName(name, here.name)) return [];
  return ['-R', host === GITHUB_COM ? `${owner}/${name}` : `${host}/${owner}/${name}`];
}

const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const NAMED = /^(?:(?<host>[\w.-]+)\/)?(?<owner>[A-Za-z\d][\w-]*)\/(?<name>[\w.-]+)$/;

/** The repository that a panel is about: the one that its command names, or else the one that gh takes there. */
export function repositoryOfPanel(
  command: Pick<CommandBase, 'program' | 'args'>,
  here: GitHubRepository | undefined,
): GitHubRepository | undefined {
  const words = command.program === 'gh' ? walkGh(command) : undefined;
  const [first = ''] = words?.positionals ?? [];
  const address = /^https:\/\/[^/]+\/[^/]+\/[^/]+/.exec(first)?.[0];
  if (address !== undefined) return repositoryOfAddress(address) ?? here;
  const named = words?.options.get('--repo') ?? (words?.path === 'repo view' ? first : undefined);
  const { host = GITHUB_COM, owner, name } = NAMED.exec(typeof named === 'string' ? named : '')?.groups ?? {};
  return owner && name ? { host: host.toLowerCase(), owner, name } : here;
}

/** The page of what a link stands for, for who has no token; undefined where its address is not known. */
export function pageOfLink({ kind, value }: GitHubLink, { about }: LinkContext): string | undefined {
  const site = `https://${about.host}`;
  if (kind === 'user') return USER.test(value) ? `${site}/${value.replace('[bot]', '')}` : undefined;
  if (kind === 'run' || kind === 'log')
    return ID.test(value) ? `${site}/${about.owner}/${about.name}/actions/runs/${value}` : undefined;
  const { owner = about.owner, name = about.name, number } = (kind === 'issue' && ISSUE.exec(value)?.groups) || {};
  return number === undefined ? undefined : `${site}/${owner}/${name}/issues/${number}`;
}
