import type { CommandBase } from '../command/command.ts';
import type { RunResult } from '../git/result.ts';
import type { GitHubFailureCode } from './failure.ts';
import type { FailureDetails } from './failure-text.ts';
import type { TokenFacts } from './tokens/token.ts';

/** What a failed run of gh comes down to. */
export interface Explained {
  readonly code: GitHubFailureCode;
  readonly details: FailureDetails;
}

/** One way in which gh fails: the first row that fits tells the code, and the groups of its pattern are details. */
interface Row {
  readonly code: GitHubFailureCode;
  /** The status of GitHub's answer. */
  readonly status?: (status: number) => boolean;
  readonly says?: RegExp;
  readonly exitCode?: number;
  /** Not for queries that the caller wrote: the fault is in them. */
  readonly notApi?: true;
}

/** Their order counts: GitHub answers limits, sign-on and permissions alike with 403. */
const ROWS: readonly Row[] = [
  { code: 'bad-token', status: status => status === 401 },
  { code: 'bad-token', says: /^ {2}- The \S+ token in \w+ is no longer valid\.$/m },
  { code: 'no-token', exitCode: 4 },
  { code: 'sso-required', says: /Resource protected by organization SAML enforcement/ },
  { code: 'secondary-limit', says: /You have exceeded a secondary rate limit|abuse detection mechanism/ },
  { code: 'secondary-limit', status: status => status === 429 },
  { code: 'rate-limited', says: /API rate limit (?:already )?exceeded/ },
  { code: 'missing-permission', says: /Resource not accessible by (?:personal access token|integration)/ },
  { code: 'missing-permission', says: /Your token has not been granted the required scopes/ },
  { code: 'missing-permission', status: status => status === 403 },
  { code: 'gh-too-old', says: /^GraphQL: Projects \(classic\) .*\((?:\w+\.)*(?<field>\w+)\)$/m, notApi: true },
  { code: 'gh-too-old', says: /^GraphQL: Field '(?<field>\w+)' doesn't exist on type '/m, notApi: true },
  {
    code: 'not-found',
    says: /Could not resolve to an? (?<what>(?:Repository|issue|PullRequest|User|Organization)[^.]* (?:with the name|with the number of|with the login of) [^ ]+?)\.?(?: \(|$)/m,
  },
  { code: 'not-found', status: status => status === 404 },
  { code: 'server-error', status: status => status >= 500 },
  { code: 'offline', says: /^error connecting to /m },
  {
    code: 'offline',
    says: /(?:^|: )(?:Get|Post|Put|Patch|Delete|Head) "[^"]*": (?:.*\b(?:dial|proxyconnect|read|write|lookup|timeout|x509|tls)\b|(?:unexpected )?EOF$)/m,
  },
  { code: 'no-remote', says: /^no git remotes found$|^none of the git remotes configured for this repository /m },
];

/** What gh says of the status, at the beginning of a line or after its own `failed to …`, where nobody else's text stands. */
const STATUSES = [
  /^(?:failed to [a-z ]+: )?HTTP (\d{3}): /m,
  /^gh: .* \(HTTP (\d{3})\)$/m,
  /^non-200 OK status code: (\d{3}) /m,
];

/** Why a run of gh failed, as far as it is GitHub's, the token's or the remotes' doing. */
export function explainGh(
  { subcommand }: Pick<CommandBase, 'subcommand'>,
  { exitCode, stderr, failure }: Pick<RunResult, 'exitCode' | 'stderr' | 'failure'>,
  { host, account, source, last4, state }: TokenFacts,
): Explained | undefined {
  if (failure?.reason === 'not-found') return { code: 'gh-missing', details: {} };
  if (exitCode === null || exitCode === 0) return undefined;
  const status = STATUSES.map(pattern => Number(pattern.exec(stderr)?.[1])).find(number => number > 0);
  for (const { code, says, ...row } of ROWS) {
    if (row.exitCode !== undefined && row.exitCode !== exitCode) continue;
    if (row.status !== undefined && (status === undefined || !row.status(status))) continue;
    if (row.notApi && subcommand === 'api') continue;
    const said = says?.exec(stderr);
    if (says !== undefined && said === null) continue;
    const { field, what } = said?.groups ?? {};
    const url = /^Authorize in your web browser: {2}(https:\/\/\S+)$/m.exec(stderr)?.[1];
    const isPending = code === 'missing-permission' && state === 'pending';
    return {
      code: isPending ? 'pending-token' : code,
      details: { host, account, source, last4, status, field, what: what && inWords(what), url },
    };
  }
  return undefined;
}

/** `PullRequest with the number of 9` as people say it. */
const inWords = (what: string): string =>
  what
    .replace('PullRequest', 'pull request')
    .replace(/^[A-Z]/, letter => letter.toLowerCase())
    .replace(/ with the (?:name|number of|login of) /, ' ');
