import type { GitHubFailure, GitHubFailureCode } from './failure.ts';
import { GITHUB_COM, type GitHubRemote } from './remotes.ts';
import type { TokenSource } from './tokens/token.ts';

/** What is known of a failure besides its code; each text takes what it needs and does without what is not known. */
export interface FailureDetails {
  readonly host?: string | undefined;
  /** Whose repositories were asked for, and whose token is used for them. */
  readonly owner?: string | undefined;
  readonly account?: string | undefined;
  /** Where the token came from. */
  readonly source?: TokenSource | undefined;
  readonly last4?: string | undefined;
  /** What the token lacks, as GitHub spells it: `issues=write`. */
  readonly permission?: string | undefined;
  /** A field that GitHub has retired and the installed gh still asks for. */
  readonly field?: string | undefined;
  /** Where single sign-on lets the token in. */
  readonly url?: string | undefined;
  /** The repository, item or page that is not there. */
  readonly what?: string | undefined;
  /** GitHub's own words, redacted. */
  readonly said?: string | undefined;
  /** The status of the answer. */
  readonly status?: number | undefined;
  /** When it is worth trying again, in milliseconds since the epoch. */
  readonly retryAt?: number | undefined;
}

/** A source as a sentence names it. */
export const SOURCE_NAMES = {
  'secret-storage': 'the token set in the editor',
  dotenv: 'GITHUB_TOKEN in the workspace’s .env file',
  environment: 'the token of the environment',
  'editor-session': 'the editor’s GitHub session',
  gh: 'the token of gh auth login',
} as const satisfies Record<TokenSource, string>;

/** One row a code: what was wrong, then what to do. */
const TEXTS = {
  'bad-token': details =>
    `${hostOf(details)} does not accept ${tokenOf(details)}. It may have expired or been revoked. Set another with "Sluice: Set GitHub Token…", or correct it where it comes from.`,
  'gh-missing': () => 'gh CLI not found. Install: https://cli.github.com',
  'gh-too-old': ({ field = '' }) =>
    field === ''
      ? 'This gh is too old for what GitHub answers. Update it to 2.82 or later (https://cli.github.com), or choose the fields with --json.'
      : `This gh asks for '${field}', which GitHub has retired. Update gh to 2.82 or later (https://cli.github.com), or choose the fields with --json.`,
  'missing-permission': details =>
    `${capital(tokenOf(details))} lacks ${details.permission ? `the permission ${details.permission}` : 'a permission for this'}. Add it to the token on ${hostOf(details)} under Settings > Developer settings, or set another token.`,
  'no-remote': ({ host }) =>
    host === undefined
      ? 'No remote of this repository leads to GitHub. Name the repository with -R owner/repo, or add a remote.'
      : `No remote of this repository leads to ${host}. Name the repository with -R ${host}/owner/repo, or add a remote.`,
  'no-token': ({ host = GITHUB_COM, owner = '', account }) =>
    account !== undefined
      ? noTokenOf(account, owner, host)
      : host === GITHUB_COM
        ? 'GitHub token not configured.\n\nSet it in one of these ways:\n- Run the command "Sluice: Set GitHub Token…".\n- Add GITHUB_TOKEN=… to the .env file of the workspace folder.\n- Set the environment variable GITHUB_TOKEN or GH_TOKEN.'
        : `GitHub token not configured.\n\nSet one for ${host} in one of these ways:\n- Run the command "Sluice: Set GitHub Token…".\n- Set the environment variable GH_ENTERPRISE_TOKEN, and GH_HOST to ${host}.`,
  'not-found': ({ what = '' }) =>
    `GitHub has ${what === '' ? 'nothing there' : `no ${what}`}, or the token may not see it. Check the spelling and what the token may read.`,
  offline: details =>
    `${hostOf(details)} cannot be reached. Check the network or proxy, then try again; nothing is wrong with the token.`,
  'pending-token': details =>
    `${capital(tokenOf(details))} waits for the approval of an owner of the organization. Ask them to approve it, or set another token.`,
  'rate-limited': ({ retryAt }) =>
    `GitHub’s rate limit is used up${retryAt === undefined ? '' : ` until ${timeOf(retryAt)}`}. Wait until then; what is shown stays as it is.`,
  refused: ({ said = '' }) =>
    said === ''
      ? 'GitHub refused this. Check what the token may do.'
      : `GitHub refused this: ${said}. Correct the command, or check what the token may do.`,
  'secondary-limit': ({ retryAt }) =>
    `GitHub wants fewer requests for a while. Try again ${retryAt === undefined ? 'in a minute' : `after ${timeOf(retryAt)}`}.`,
  'server-error': ({ status, ...details }) =>
    `${hostOf(details)} has a problem${status === undefined ? '' : ` (HTTP ${status})`}. Try again in a while; https://www.githubstatus.com tells more.`,
  'sso-required': ({ url, ...details }) =>
    `The organization wants single sign-on for ${tokenOf(details)}. ${url === undefined ? 'Authorize the token on GitHub under Settings > Developer settings' : `Authorize it at ${url}`}, then try again.`,
  'wrong-host': ({ host = 'That host' }) =>
    `${host} is not a GitHub host that Sluice knows, so it gets no token. If it is your GitHub Enterprise host, add it to the setting sluice.github.hosts.`,
} as const satisfies Record<GitHubFailureCode, (details: FailureDetails) => string>;

/** The token of another account is not used in its place. */
function noTokenOf(account: string, owner: string, host: string): string {
  const ways = [
    `Run the command "Sluice: Set GitHub Token…" with a token of ${account}.`,
    `Sign in as ${account} with gh auth login (gh 2.40 or later), and switch sluice.github.useTokenOfGh on.`,
    ...(host === GITHUB_COM
      ? [`Sign in as ${account} in the editor, and switch sluice.github.useEditorSession on.`]
      : []),
  ];
  return `GitHub token of ${account} not configured. The setting sluice.github.accounts names that account for ${owner} on ${host}, so no other is used there.\n\nSet it in one of these ways:\n${ways.map(way => `- ${way}`).join('\n')}`;
}

/** A failure with the sentence people read. */
export function gitHubFailure(code: GitHubFailureCode, details: FailureDetails = {}): GitHubFailure {
  const text: (details: FailureDetails) => string = TEXTS[code];
  const { account, retryAt } = details;
  const known = { ...(account !== undefined && { account }), ...(retryAt !== undefined && { retryAt }) };
  return { code, message: text(details), ...known };
}

/** What to know where the remotes lead to several repositories and nobody chose one; undefined where that is clear. */
export function severalRemotes(remotes: readonly GitHubRemote[]): string | undefined {
  const [first] = remotes;
  const names = new Set(remotes.map(({ owner, name }) => `${owner}/${name}`.toLowerCase()));
  if (first === undefined || names.size < 2 || remotes.some(({ resolved }) => resolved !== undefined)) return undefined;
  const { owner, name, remote } = first;
  return `Several remotes lead to GitHub; gh uses ${owner}/${name} (${remote}). Choose another with -R owner/repo, or for good with gh repo set-default.`;
}

const hostOf = ({ host }: FailureDetails): string => (host === undefined || host === GITHUB_COM ? 'GitHub' : host);

const tokenOf = ({ account, source, last4 }: FailureDetails): string => {
  const name = source === undefined ? 'the token' : SOURCE_NAMES[source];
  const which = [account, last4 && `…${last4}`].filter(Boolean).join(', ');
  return which === '' ? name : `${name} (${which})`;
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The time of day where the person is, with the day unless it is today. */
function timeOf(ms: number): string {
  const at = new Date(ms);
  const two = (part: number) => String(part).padStart(2, '0');
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`;
  if (at.toDateString() === new Date().toDateString()) return time;
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${time}`;
}
