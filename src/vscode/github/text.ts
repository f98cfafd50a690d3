import { l10n } from 'vscode';
import type { Rate } from '../../core/github/client.ts';
import type { TokenFacts, TokenKind, TokenSource } from '../../core/github/tokens/token.ts';

const KINDS: Readonly<Record<TokenKind, string>> = {
  classic: l10n.t('classic token'),
  'fine-grained': l10n.t('fine-grained token'),
  oauth: l10n.t('sign-in token'),
  app: l10n.t('app token'),
  unknown: l10n.t('token'),
};

/** Texts about GitHub and its tokens. */
export const GITHUB_TEXT = {
  host: {
    title: l10n.t('Choose the GitHub host'),
  },
  place: (host: string, account: string | undefined) =>
    account === undefined ? host : l10n.t('{0} as {1}', host, account),

  set: {
    title: (host: string) => l10n.t('Set the GitHub token for {0}', host),
    prompt: l10n.t('Paste a personal access token. The editor keeps it in its secret storage.'),
    placeholder: l10n.t('ghp_… or github_pat_…'),
    notAToken: l10n.t('A token is one word of letters, digits and underscores.'),
    checking: (host: string) => l10n.t('Asking {0} whose token this is…', host),
    done: (host: string, login: string, { kind, last4 }: TokenFacts) =>
      l10n.t('Set the {0} …{1} of {2} for {3}.', KINDS[kind], last4, login, host),
    doneForApp: (host: string, { kind, last4 }: TokenFacts) =>
      l10n.t('Set the {0} …{1} for {2}.', KINDS[kind], last4, host),
    again: l10n.t('Try Another Token'),
  },

  clear: {
    nothing: l10n.t('No token is set in the editor, so there is nothing to clear.'),
    done: (host: string) => l10n.t('Cleared the token for {0}.', host),
    doneWithNext: (host: string, source: string) =>
      l10n.t('Cleared the token for {0}. Sluice now uses another: {1}.', host, source),
  },

  sources: {
    'secret-storage': l10n.t('Set in the editor'),
    dotenv: l10n.t('.env file of the workspace'),
    environment: l10n.t('Environment of the editor'),
    'editor-session': l10n.t('GitHub session of the editor'),
    gh: l10n.t('gh auth login'),
  } satisfies Readonly<Record<TokenSource, string>>,

  show: {
    title: l10n.t('GitHub tokens, the first that works is used'),
    none: (host: string) => l10n.t('No token for {0}', host),
    kind: ({ kind, last4 }: TokenFacts) => (last4 === '' ? KINDS[kind] : l10n.t('{0} …{1}', KINDS[kind], last4)),
    inUse: l10n.t('In use.'),
    untried: l10n.t('In use. GitHub has not been asked with it yet.'),
    pending: l10n.t('In use. An owner of the organization still has to approve it.'),
    spare: l10n.t('Not used: one above it works.'),
    rejected: l10n.t('Rejected by GitHub: it may have expired or been revoked. Replace it.'),
    set: l10n.t('Set GitHub Token…'),
    clear: l10n.t('Clear GitHub Token'),
    tryAgain: l10n.t('Try Rejected Tokens Again'),
    signIn: l10n.t('Sign In to GitHub in the Editor…'),
  },

  rates: {
    name: l10n.t('Sluice: GitHub rate limit'),
    title: l10n.t('GitHub rate limit'),
    hint: l10n.t('How many requests are left. Asking for this costs none.'),
    left: (remaining: number) => l10n.t('GitHub: {0} left', remaining),
    of: (remaining: number, limit: number) =>
      l10n.t('{0} of {1} left', remaining.toLocaleString(), limit.toLocaleString()),
    reset: (time: string) => l10n.t('Full again at {0}.', time),
    tooltip: ({ bucket, remaining, limit }: Rate, time: string) =>
      l10n.t(
        'GitHub accepts {0} of {1} more requests ({2}) until {3}. Click to see all limits.',
        remaining,
        limit,
        bucket,
        time,
      ),
  },

  statusBar: {
    name: l10n.t('Sluice: GitHub token'),
    text: l10n.t('GitHub token'),
    rejected: (host: string, source: string) =>
      l10n.t('{0} rejected a token: {1}. Click to see all tokens and replace it.', host, source),
    pending: (host: string, source: string) =>
      l10n.t('A token waits for approval on {0}: {1}. Click to see all tokens.', host, source),
    inUse: (host: string, source: string) => l10n.t('Token for {0}: {1}. Click to see all tokens.', host, source),
    none: l10n.t('No GitHub token. Click to set one.'),
  },
} as const;
