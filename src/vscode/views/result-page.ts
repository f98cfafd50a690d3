import { basename } from 'node:path';
import { env } from 'vscode';
import { programOf } from '../../core/command/parse.ts';
import { subcommandPath } from '../../core/command/subcommand-path.ts';
import type { Core } from '../../core/core.ts';
import type { PullFacts } from '../../core/github/pull-requests/pull-facts.ts';
import { readCommits, readRefs } from '../../core/panels/commit-facts.ts';
import { printedObject, readImage } from '../../core/panels/image.ts';
import { type Panel, stateOf } from '../../core/panels/panel.ts';
import { commitsInGap, searchOutput } from '../../core/panels/saved-output.ts';
import { type FromResultPage, fromResultPage } from '../../protocol/from-result-page.ts';
import type { PanelHead, ToResultPage } from '../../protocol/to-result-page.ts';
import { ACTION_TEXT } from '../action-text.ts';
import type { PanelActions } from '../panel-actions.ts';
import { setting } from '../settings.ts';
import type { LinkMessage } from './links.ts';

/** The page of a tab, as far as messages go. */
export interface Page {
  /**
   * What becomes of messages: the editor keeps them for the first document of a tab until that has loaded. After it they are
   * lost until the page says that it listens.
   */
  messages: 'kept' | 'lost' | 'received';
  /** The text the page has, so that it is sent only when it changed. */
  sent: string | undefined;
  /** When the panel had been run whose refs the page has. */
  labelled: number | undefined;
  /** Whether the tab may be used again for the next panel. */
  readonly preview: () => boolean;
  readonly send: (message: ToResultPage) => void;
  readonly close: () => void;
}

export interface ResultPageOptions {
  readonly core: Core;
  readonly actions: PanelActions;
  readonly follow: (link: LinkMessage, panel: Panel) => void;
  /** Runs a command as if it were asked for in a view. */
  readonly run: (text: string, root: string) => void;
  /** Keeps a panel's tab for it. */
  readonly keep: (id: string) => void;
  /** Tells the page of a panel what is new. */
  readonly update: (id: string) => void;
}

/** Talks with the pages of panels: loaded with the first of them, for a window without one has no need of it. */
export interface ResultPages {
  /** Sends what changed since the last time. */
  show(panel: Panel, page: Page): void;
  /** Does what a page asks for; what is no message is an error. */
  receive(data: unknown, panel: Panel, page: Page): Promise<void>;
}

/** Commands whose output names commits one by one. */
const HISTORIES: ReadonlySet<string> = new Set(['log', 'reflog', 'rev-list', 'show', 'whatchanged']);
const LOGS: ReadonlySet<string> = new Set(['log', 'reflog', 'rev-list', 'whatchanged']);

export function createResultPages({ core, actions, follow, run, keep, update }: ResultPageOptions): ResultPages {
  const { panels: live, git, redact, reportError, reportErrorIn } = core;

  /** By result: the commits in the gap of a log, once they are counted. */
  const counts = new WeakMap<object, number | null>();
  const countedCommits = ({ id, command, result }: Panel): number | null => {
    const file = result?.spill?.stdout;
    if (result?.gap === undefined || file === undefined || !LOGS.has(command.subcommand)) return null;
    const known = counts.get(result);
    if (known !== undefined) return known;
    counts.set(result, null);
    commitsInGap(file, result.gap)
      .then(commits => {
        counts.set(result, commits ?? null);
        update(id);
      })
      // The file goes when a newer output takes its place: then nobody waits for its number.
      .catch(error => live.panels.find(id)?.result === result && reportError('Counting commits', error));
    return null;
  };

  const search = async ({ result }: Panel, { send }: Page, filter: string): Promise<void> => {
    const file = result?.spill?.stdout;
    const none = { hits: [], more: false, problem: ACTION_TEXT.panels.notSaved };
    const { hits, more, problem } = file === undefined ? none : await searchOutput(file, filter);
    send({ type: 'found', filter, hits: hits.map(({ line, text }) => ({ line, text: redact(text) })), more, problem });
  };

  const sendImage = async ({ command, repository, result }: Panel, page: Page): Promise<void> => {
    const object = result?.ok && command.hardening.cwd === '' ? printedObject(command) : undefined;
    const image = object === undefined ? undefined : await readImage(git, repository, object, redact);
    // Meanwhile the page may show something else.
    if (image && page.sent === result?.stdout)
      page.send({ type: 'image', mime: image.mime, data: image.data.toString('base64') });
  };

  const classify = async (text: string, { repository }: Panel, { send }: Page): Promise<void> => {
    const context = core.contextOf(repository);
    if (context === undefined) return;
    const { classifyText } = await import('../../core/command/tables.ts');
    const judged = classifyText(programOf(text), text, context);
    const { class: verdict, reason } = judged.ok
      ? judged.command.verdict
      : { class: 'invalid' as const, reason: judged.message };
    send({ type: 'verdict', text, verdict, reason: core.forDisplay(reason) });
  };

  /** Sends the refs beside a log, again when it was run again. */
  const sendRefs = async ({ command, refreshed, repository }: Panel, page: Page): Promise<void> => {
    if (!HISTORIES.has(command.subcommand) || refreshed === undefined || page.labelled === refreshed) return;
    page.labelled = refreshed;
    const refs = await readRefs(git, repository);
    page.send({ type: 'refs', refs: refs.map(ref => ({ ...ref, name: redact(ref.name) })) });
  };

  /** By command: the facts of the pull request that it viewed, asked for once a run. */
  const pulls = new WeakMap<object, { readonly run: number; readonly facts: Promise<PullFacts | undefined> }>();
  const pullFacts = ({ command, live: { run }, result }: Panel): Promise<PullFacts | undefined> => {
    const known = pulls.get(command);
    if (known?.run === run) return known.facts;
    const facts = askPullFacts(result?.stdout ?? '');
    pulls.set(command, { run, facts });
    return facts;
  };
  const askPullFacts = async (output: string): Promise<PullFacts | undefined> => {
    const { pullOfOutput, readPullFacts } = await import('../../core/github/pull-requests/pull-facts.ts');
    const pull = pullOfOutput(output);
    return pull && readPullFacts((await core.github()).client, pull);
  };

  /** Sends what GitHub tells of a pull request beside gh's text; without an answer the page does without. */
  const sendPull = async (panel: Panel, page: Page): Promise<void> => {
    const { command, live, refreshed, result } = panel;
    const { freshness } = live;
    const isView = command.program === 'gh' && subcommandPath(command).path === 'pr view';
    if (!isView || !result?.ok || freshness === 'refreshing' || page.labelled === refreshed) return;
    page.labelled = refreshed;
    const facts = await pullFacts(panel);
    // Meanwhile the page may show something else.
    if (page.sent === result.stdout) page.send({ type: 'pull', facts: facts ? redactedFacts(facts, redact) : null });
  };

  const answer = async (message: FromResultPage, panel: Panel, page: Page): Promise<void> => {
    const { id, repository: root } = panel;
    switch (message.type) {
      case 'ready': {
        const onTheirWay = page.messages === 'kept';
        page.messages = 'received';
        if (onTheirWay) return;
        page.sent = undefined;
        page.labelled = undefined;
        return update(id);
      }
      case 'refresh':
        return actions.refresh(panel);
      case 'pause':
        return live.pause(id);
      case 'resume':
        return live.resume(id);
      case 'copy':
        await env.clipboard.writeText(message.text);
        return page.send({ type: 'copied' });
      case 'classify':
        return classify(message.text, panel, page);
      case 'run':
        return run(message.text, root);
      case 'open-text':
        return actions.openText(panel);
      case 'open-full':
        return actions.openFull(panel);
      case 'export':
        return actions.exportPanel(panel);
      case 'close':
        return page.close();
      case 'link':
        return follow(message, panel);
      case 'keep':
        return keep(id);
      case 'commits': {
        const commits = await readCommits(git, root, message.commits);
        const redacted = commits?.map(commit => ({ ...commit, author: redact(commit.author) }));
        // Without an answer the graph stays dots; an empty one would make a root of every commit.
        return redacted && page.send({ type: 'commits', commits: redacted });
      }
      case 'search':
        return search(panel, page, message.filter);
      case 'failed':
        return reportError('A panel’s page', message.message);
    }
  };

  return {
    show(panel, page) {
      page.send({ ...headOf(panel, redact, countedCommits(panel)), preview: page.preview() });
      sendRefs(panel, page).catch(reportErrorIn('Reading refs'));
      const text = panel.result?.stdout;
      if (text === undefined) return;
      const isNew = text !== page.sent;
      sendPull(panel, page).catch(reportErrorIn('Reading a pull request'));
      if (!isNew) return;
      page.sent = text;
      page.send({ type: 'content', text });
      sendImage(panel, page).catch(reportErrorIn('Reading a picture'));
    },
    receive: async (data, panel, page) => answer(fromResultPage.parse(data), panel, page),
  };
}

function redactedFacts(facts: PullFacts, redact: (text: string) => string): PullFacts {
  const { head, base, checks } = facts;
  const failed = { ...checks.failed, names: checks.failed.names.map(redact) };
  return { ...facts, head: redact(head), base: redact(base), checks: { ...checks, failed } };
}

function headOf(panel: Panel, redact: (text: string) => string, commits: number | null): Omit<PanelHead, 'preview'> {
  const { id, uid, command, repository, result, refreshed, failure } = panel;
  const { path, args } = subcommandPath(command);
  const { at, bytes, lines } = result?.gap ?? { at: 0, bytes: 0, lines: 0 };
  return {
    type: 'panel',
    id,
    uid,
    program: command.program,
    subcommand: path,
    args: args.map(redact),
    command: redact(command.canonical),
    repository: basename(repository),
    root: repository,
    state: stateOf(panel),
    exitCode: result?.exitCode ?? null,
    durationMs: result?.durationMs ?? null,
    outOfDate: panel.live.freshness === 'stale' && result !== undefined,
    refreshed: refreshed ?? null,
    limitedUntil: panel.live.limitedUntil ?? null,
    mayLag: [...panel.mayLag],
    failure: failure ? redact(failure.message) : null,
    notes: (result?.notes ?? []).map(redact),
    gap: result?.gap === undefined ? null : { at, bytes, lines, commits },
    hasFullOutput: result?.spill?.stdout !== undefined,
    wrap: setting('panels.wrap'),
  };
}
