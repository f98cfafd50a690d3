import * as z from 'zod/mini';
import type { GitHubFailureCode } from '../../src/core/github/failure.ts';
import { type FailureDetails, gitHubFailure, severalRemotes } from '../../src/core/github/failure-text.ts';
import { type ToResultPage, toResultPage } from '../../src/protocol/to-result-page.ts';
import type { Kind } from '../../webview/render/document.ts';
import { INITIAL_VIEW_STATE, type ViewState, writeSaved } from '../../webview/result/view-state.ts';
import { commandForPage } from '../support/verdict-of.ts';
import { commitsAt, GH_OUTPUTS, mediumLog, PLAIN_LOG, pullFacts, REFS, SAMPLES } from './outputs.ts';

/** One thing a person can see: a page, and what it was told. */
export interface ResultState {
  readonly page: 'result';
  readonly name: string;
  readonly messages: readonly ToResultPage[];
  /** The state that the page kept from before, as over a reload. */
  readonly state?: unknown;
}

/** The moment of every picture. */
export const NOW = Date.UTC(2024, 5, 3, 9, 30);

type Head = Extract<ToResultPage, { type: 'panel' }>;

const KINDS = Object.keys(SAMPLES) as Kind[];

function head(command: string, part: Partial<Head> = {}): Head {
  return {
    type: 'panel',
    id: 'P8',
    uid: '7f4c',
    ...commandForPage(command),
    command,
    repository: 'sluice',
    root: '/home/ada/sluice',
    state: 'fresh',
    exitCode: 0,
    durationMs: 124,
    refreshed: NOW - 12_000,
    limitedUntil: null,
    mayLag: [],
    failure: null,
    notes: [],
    gap: null,
    hasFullOutput: false,
    wrap: false,
    preview: false,
    outOfDate: false,
    ...part,
  };
}

const content = (text: string): ToResultPage => ({ type: 'content', text });

const GAP = { at: 4, bytes: 12_345_678, lines: 105_036, commits: null };

/** An output as the host cuts it. */
const withGap = (text: string) => text.split('\n').toSpliced(GAP.at, 0, `… ${GAP.bytes} bytes elided …`).join('\n');

/** The phases of a panel, for each kind of output. */
const PHASES: Readonly<Record<string, (kind: Kind) => readonly ToResultPage[]>> = {
  loading: kind => [
    head(SAMPLES[kind].command, { state: 'refreshing', exitCode: null, durationMs: null, refreshed: null }),
  ],
  fresh: kind => [head(SAMPLES[kind].command), content(SAMPLES[kind].text)],
  stale: kind => [
    head(SAMPLES[kind].command, { state: 'stale', refreshed: NOW - 260_000 }),
    content(SAMPLES[kind].text),
  ],
  refreshing: kind => [head(SAMPLES[kind].command, { state: 'refreshing' }), content(SAMPLES[kind].text)],
  failed: kind => [
    head(SAMPLES[kind].command, {
      state: 'failed',
      exitCode: 128,
      failure: "fatal: ambiguous argument 'HEAD~3': unknown revision or path not in the working tree.",
    }),
    content(SAMPLES[kind].text),
  ],
  truncated: kind => [
    head(SAMPLES[kind].command, { gap: { ...GAP, commits: kind === 'log' ? 35_012 : null }, hasFullOutput: true }),
    content(withGap(SAMPLES[kind].text)),
  ],
  empty: kind => [head(SAMPLES[kind].command), content('')],
  huge: kind => [head(SAMPLES[kind].command, { durationMs: 83_000 }), content(SAMPLES[kind].huge())],
};

/** A page that was looked at in some way before. */
function looked(kind: Kind, name: string, viewState: Partial<ViewState>): ResultState {
  const panel = head(SAMPLES[kind].command);
  return state(
    name,
    [panel, content(SAMPLES[kind].text)],
    writeSaved(panel.uid, { ...INITIAL_VIEW_STATE, ...viewState }),
  );
}

/** Every message is parsed, so that a state cannot tell of a message there is not. */
function state(name: string, messages: readonly ToResultPage[], kept?: unknown): ResultState {
  return { page: 'result', name, messages: z.array(toResultPage).parse(messages), state: kept };
}

const phases = KINDS.flatMap(kind =>
  Object.entries(PHASES).map(([phase, messages]) => state(`${kind}-${phase}`, messages(kind))),
);

const token = { source: 'secret-storage', last4: 'Ua5E' } as const;

/** Every way in which GitHub, gh or a token fails, with what is known of it then. */
const GITHUB_FAILURES: Readonly<Record<GitHubFailureCode, FailureDetails>> = {
  'bad-token': token,
  'gh-missing': {},
  'gh-too-old': { field: 'projectCards' },
  'missing-permission': { ...token, permission: 'pull_requests=read' },
  'no-remote': {},
  'no-token': {},
  'not-found': { what: 'pull request 99' },
  offline: {},
  'pending-token': token,
  'rate-limited': { retryAt: Date.UTC(2024, 5, 3, 10, 10) },
  refused: { said: 'Validation Failed' },
  'secondary-limit': { retryAt: Date.UTC(2024, 5, 3, 9, 32) },
  'server-error': { status: 502 },
  'sso-required': { ...token, url: 'https://github.com/orgs/octo/sso?authorization_request=AB12' },
  'wrong-host': { host: 'git.example.com' },
};

/** As a panel says so that has shown something before: what it has stays, with its age. */
const failures = Object.entries(GITHUB_FAILURES).map(([code, details]) => {
  const failure = gitHubFailure(code as GitHubFailureCode, details).message;
  return state(`github-${code}`, [
    head('gh pr list', { state: 'failed', failure, refreshed: NOW - 260_000 }),
    content(SAMPLES.table.text),
  ]);
});

const remote = { host: 'github.com', name: 'levels', resolved: undefined };
const SEVERAL = severalRemotes([
  { ...remote, owner: 'octo', remote: 'upstream' },
  { ...remote, owner: 'ada', remote: 'origin' },
]);

const LONG = `git log --format=%h --author=ada --since=2024-01-01 -- ${'src/levels/upper/'.repeat(8)}gate.ts`;

export const resultStates: readonly ResultState[] = [
  ...phases,
  state('log-medium', [head('git log -20'), content(mediumLog(20))]),
  state('log-labels', [head('git log --oneline'), content(PLAIN_LOG), commitsAt(NOW), REFS]),
  state('log-labels-graph', [head(SAMPLES.log.command), content(SAMPLES.log.text), commitsAt(NOW), REFS]),
  looked('log', 'log-wrapped', { wrap: true }),
  state(
    'full-output-searched',
    [head('git log --oneline', { gap: { ...GAP, commits: 35_012 }, hasFullOutput: true }), content(withGap(PLAIN_LOG))],
    writeSaved('7f4c', { ...INITIAL_VIEW_STATE, filter: 'gate' }),
  ),
  state('paused', [head('git status', { state: 'paused' }), content(SAMPLES.text.text)]),
  state('paused-out-of-date', [head('git status', { state: 'paused', outOfDate: true }), content(SAMPLES.text.text)]),
  ...Object.entries(GH_OUTPUTS).map(([name, [command, text]]) => state(name, [head(command), content(text)])),
  state('pull-at-a-glance', [head(SAMPLES.markdown.command), content(SAMPLES.markdown.text), pullFacts()]),
  state('pull-at-a-glance-conflicts', [
    head(SAMPLES.markdown.command),
    content(SAMPLES.markdown.text),
    pullFacts({
      byOutsider: true,
      checks: { passed: 0, failed: { names: [], count: 0 }, running: 0, skipped: 0 },
      decision: 'review-required',
      mergeable: 'conflicts',
    }),
  ]),
  state('gh-run-log-failed-only', [head('gh run view 1027 --log-failed'), content(SAMPLES['run-log'].text)]),
  state('rate-limited', [head('gh pr list', { state: 'rate-limited' }), content(SAMPLES.table.text)]),
  state('rate-limited-until', [
    head('gh pr list', { state: 'rate-limited', limitedUntil: NOW + 2_400_000, refreshed: NOW - 260_000 }),
    content(SAMPLES.table.text),
  ]),
  state('refresh-failed', [
    head('gh pr list', {
      state: 'failed',
      failure: 'GitHub answered with an error of its own (HTTP 502). Try again in a moment.',
      refreshed: NOW - 260_000,
    }),
    content(SAMPLES.table.text),
  ]),
  ...failures,
  state('github-several-remotes', [
    head('gh pr list', { notes: SEVERAL === undefined ? [] : [SEVERAL] }),
    content(SAMPLES.table.text),
  ]),
  state('may-lag', [
    head('gh pr view 12', { mayLag: ['mergeable', 'reviewDecision'] }),
    content(SAMPLES.markdown.text),
  ]),
  state('first-run-failed', [
    head('git log nowhere', {
      state: 'failed',
      exitCode: 128,
      failure: "fatal: bad revision 'nowhere'",
      refreshed: null,
    }),
  ]),
  state('long-command', [
    head(LONG, { repository: 'a-repository-with-a-rather-long-name' }),
    content(SAMPLES.text.text),
  ]),
  state('long-lines-wrapped', [
    head('git show HEAD:notes.txt', { wrap: true }),
    content(`${'level and gate '.repeat(60)}\n`.repeat(12)),
  ]),
  looked('text', 'filter-matches', { filter: 'src' }),
  looked('text', 'filter-no-match', { filter: 'nowhere to be found' }),
  looked('text', 'filter-broken', { filter: '/(/' }),
  looked('diff', 'diff-folded', { folded: ['docs/levels.md', 'src/pump.ts'] }),
  looked('diff', 'diff-side-by-side', { sideBySide: true }),
  looked('diff', 'diff-as-text', { plain: true }),
  looked('table', 'table-sorted', { sort: { column: 0, descending: true } }),
];
