import { basename } from 'node:path';
import {
  type Disposable,
  type ExtensionContext,
  env,
  TabInputWebview,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from 'vscode';
import { subcommandPath } from '../../core/command/subcommand-path.ts';
import type { Core } from '../../core/core.ts';
import type { GitReader } from '../../core/git/reader.ts';
import { type Panel, stateOf } from '../../core/panels/panel.ts';
import type { FromResultPage, ToResultPage } from '../../protocol/to-result-page.ts';
import { createEmitter, type Listener } from '../../shared/emitter.ts';
import { spellOutMisleading } from '../../shared/invisible-characters.ts';
import type { PanelActions } from '../panel-actions.ts';
import { setting } from '../settings.ts';
import type { LinkMessage } from './links.ts';
import { pageHtml, pageRoot } from './page.ts';

export interface ResultPanelsOptions {
  readonly context: ExtensionContext;
  readonly core: Core;
  /** Resolves when the panels from disk are known. */
  readonly restored: Promise<unknown>;
  /** The actions of the toolbar's other buttons. */
  readonly actions: PanelActions;
}

/** A link that somebody clicked in the panel of a repository. */
export interface FollowedLink {
  readonly link: LinkMessage;
  readonly root: string;
}

/** The editor tabs of result panels. */
export interface ResultPanels extends Disposable {
  /** Brings a panel's tab to the front, made if there is none. */
  show(id: string, options?: { readonly preserveFocus?: boolean }): void;
  /** Sends an act to the page of a panel; false when it has no tab. */
  act(id: string, action: Extract<ToResultPage, { type: 'act' }>['action']): boolean;
  /** The panel whose tab is in front and focused last. */
  active(): string | undefined;
  /** Tells of links that were clicked, until the returned function is called. */
  listenLinks(listener: Listener<FollowedLink>): () => void;
}

export const RESULT_VIEW = 'sluice.result';

interface Tab {
  readonly view: WebviewPanel;
  /** The page tells when it listens; what is sent before is lost. */
  ready: boolean;
  /** The text the page has, so that it is sent only when it changed. */
  sent: string | undefined;
}

export function createResultPanels(options: ResultPanelsOptions): ResultPanels {
  const { context, restored, actions } = options;
  const { panels: live, git, redact, reportError, reportErrorIn } = options.core;
  const links = createEmitter<FollowedLink>(reportErrorIn('Following a link'));
  const tabs = new Map<string, Tab>();
  const extension = context.extensionUri;
  const pageOptions = { enableScripts: true, localResourceRoots: [pageRoot(extension)] };

  const send = (tab: Tab, message: ToResultPage) => void tab.view.webview.postMessage(message);

  const titleOf = ({ id, name }: Panel) => spellOutMisleading(redact(`${id} ${name}`));

  const update = (id: string) => {
    const tab = tabs.get(id);
    const panel = live.panels.find(id);
    if (tab === undefined || panel === undefined) return;
    tab.view.title = titleOf(panel);
    if (!tab.ready || !tab.view.visible) return;
    send(tab, headOf(panel, redact));
    const text = panel.result?.stdout;
    if (text === undefined || text === tab.sent) return;
    tab.sent = text;
    send(tab, { type: 'content', text });
  };

  const receive = async (panel: Panel, tab: Tab, message: FromResultPage): Promise<void> => {
    const { id, repository: root } = panel;
    switch (message.type) {
      case 'ready':
        tab.ready = true;
        tab.sent = undefined;
        return update(id);
      case 'refresh':
        return actions.refresh(panel);
      case 'pause':
        return live.pause(id);
      case 'resume':
        return live.resume(id);
      case 'copy':
        return env.clipboard.writeText(message.text);
      case 'open-text':
        return actions.openText(panel);
      case 'open-full':
        return actions.openFull(panel);
      case 'export':
        return actions.exportPanel(panel);
      case 'close':
        return tab.view.dispose();
      case 'link':
        return links.emit({ link: message, root });
      case 'parents': {
        const commits = await parentsOf(git, root, message.commits);
        // Without an answer the graph stays dots; an empty one would make a root of every commit.
        return commits && send(tab, { type: 'parents', commits });
      }
      case 'failed':
        return reportError('A panel’s page', message.message);
    }
  };

  const adopt = (view: WebviewPanel, panel: Panel) => {
    const { id } = panel;
    const tab: Tab = { view, ready: false, sent: undefined };
    tabs.set(id, tab);
    view.iconPath = Uri.joinPath(extension, 'media', 'sluice.svg');
    view.webview.onDidReceiveMessage(data => {
      readMessage(data)
        .then(message => receive(live.panels.find(id) ?? panel, tab, message))
        .catch(error => reportError('A panel’s page', error));
    });
    const seen = () => (view.visible ? live.seen(id) : live.hidden(id));
    view.onDidChangeViewState(() => {
      // A hidden page is thrown away by the editor and says ready again.
      if (!view.visible) tab.ready = false;
      seen();
      update(id);
    });
    view.onDidDispose(() => {
      tabs.delete(id);
      live.close(id).catch(error => reportError('Closing a panel', error));
    });
    view.webview.options = pageOptions;
    view.webview.html = pageHtml(view.webview, extension, 'result', 'Sluice');
    update(id);
    seen();
  };

  const open = (panel: Panel, preserveFocus: boolean) => {
    const column = setting('panels.column') === 'beside' ? ViewColumn.Beside : ViewColumn.Active;
    // Beside means one group for all panels, not a new one for each.
    const group = [...tabs.values()].find(({ view }) => view.viewColumn !== undefined)?.view.viewColumn;
    const viewColumn = column === ViewColumn.Beside ? (group ?? column) : column;
    adopt(
      window.createWebviewPanel(RESULT_VIEW, redact(panel.name), { viewColumn, preserveFocus }, pageOptions),
      panel,
    );
  };

  /** The tab that the editor brought back and that nobody has looked at yet: until then it is not ours to show. */
  const asleep = (panel: Panel) =>
    window.tabGroups.all
      .flatMap(group => group.tabs)
      .find(
        ({ input, label }) =>
          input instanceof TabInputWebview && input.viewType.endsWith(RESULT_VIEW) && label === titleOf(panel),
      );

  const serializer = window.registerWebviewPanelSerializer(RESULT_VIEW, {
    async deserializeWebviewPanel(view, state) {
      await restored;
      const saved = (state as { readonly uid?: unknown } | undefined)?.uid;
      // A tab that was covered before its page had begun has no state, only a title.
      const isOf = (panel: Panel) => (saved === undefined ? view.title === titleOf(panel) : panel.uid === saved);
      const panel = live.panels.list().find(isOf);
      // Closed in another window, or no longer a read: what was said of it at load has to do.
      if (panel === undefined || tabs.has(panel.id)) view.dispose();
      else adopt(view, panel);
    },
  });

  const unlisten = live.panels.listen(({ type, panel }) => {
    if (type === 'closed') tabs.get(panel.id)?.view.dispose();
    else update(panel.id);
  });

  return {
    show(id, { preserveFocus = false } = {}) {
      const panel = live.panels.find(id);
      if (panel === undefined) return;
      const tab = tabs.get(panel.id);
      if (tab) return tab.view.reveal(undefined, preserveFocus);
      const old = asleep(panel);
      open(panel, preserveFocus);
      if (old) window.tabGroups.close(old, true).then(undefined, error => reportError('Closing a tab', error));
    },
    act(id, action) {
      const tab = tabs.get(id);
      if (tab === undefined) return false;
      send(tab, { type: 'act', action });
      return true;
    },
    listenLinks: links.listen,
    active: () => [...tabs].find(([, { view }]) => view.active)?.[0],
    dispose() {
      unlisten();
      serializer.dispose();
    },
  };
}

/** Loads the schemas when the first message arrives: they would take a third of the time of an activation. */
async function readMessage(data: unknown): Promise<FromResultPage> {
  const { fromResultPage } = await import('../../protocol/from-result-page.ts');
  return fromResultPage.parse(data);
}

function headOf(panel: Panel, redact: (text: string) => string): ToResultPage {
  const { id, uid, command, repository, result, refreshed, failure } = panel;
  const { path, args } = subcommandPath(command);
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
    refreshed: refreshed ?? null,
    failure: failure ? redact(failure.message) : null,
    notes: (result?.notes ?? []).map(redact),
    truncated: result?.truncated ?? false,
    hasFullOutput: result?.spill?.stdout !== undefined,
    wrap: setting('panels.wrap'),
  };
}

/** The parents of commits, by one process however many are asked for; undefined when git knows one of them not. */
async function parentsOf(git: GitReader, root: string, commits: readonly string[]) {
  if (commits.length === 0) return [];
  const answer = await git.read(['rev-list', '--parents', '--no-walk=unsorted', ...commits, '--'], root);
  if (!answer.ok) return undefined;
  const lines = answer.text.split('\n').map(line => line.split(' '));
  return commits.flatMap(id => {
    const line = lines.find(([full = '']) => full.startsWith(id));
    return line ? [{ id, parents: line.slice(1) }] : [];
  });
}
