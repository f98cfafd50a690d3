import {
  type Disposable,
  type Tab as EditorTab,
  type ExtensionContext,
  TabInputWebview,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from 'vscode';
import type { Core } from '../../core/core.ts';
import type { Panel } from '../../core/panels/panel.ts';
import { isAgents } from '../../core/panels/readers.ts';
import type { ToResultPage } from '../../protocol/to-result-page.ts';
import { createEmitter, type Listener } from '../../shared/emitter.ts';
import { spellOutMisleading } from '../../shared/invisible-characters.ts';
import { loadOnce } from '../../shared/load-once.ts';
import type { PanelActions } from '../panel-actions.ts';
import { setting } from '../settings.ts';
import type { FollowedLink, LinkMessage } from './links.ts';
import { pageHtml, pageRoot } from './page.ts';
import type { Page } from './result-page.ts';

export interface ResultPanelsOptions {
  readonly context: ExtensionContext;
  readonly core: Core;
  /** Resolves when the panels from disk are known. */
  readonly restored: Promise<unknown>;
  /** The actions of the toolbar's other buttons. */
  readonly actions: () => Promise<PanelActions>;
}

export interface ShowOptions {
  readonly preserveFocus?: boolean;
  /** Whether the tab may be used again for the next panel, and this one may take that of the last, as the editor's preview tabs are. */
  readonly preview?: boolean;
}

/** A command that somebody typed in the header of a panel. */
export interface TypedCommand {
  readonly text: string;
  readonly root: string;
}

/** The editor tabs of result panels. */
export interface ResultPanels extends Disposable {
  /** Brings a panel's tab to the front, made if there is none. */
  show(id: string, options?: ShowOptions): void;
  /** Keeps a panel's tab for it: the next command opens another. */
  keep(id: string): void;
  /** Sends an act to the page of a panel; false when it has no tab. */
  act(id: string, action: Extract<ToResultPage, { type: 'act' }>['action']): boolean;
  /** The panel whose tab is in front and focused last. */
  active(): string | undefined;
  /** Tells of links that were clicked, until the returned function is called. */
  listenLinks(listener: Listener<FollowedLink>): () => void;
  /** Tells of commands that were typed in a panel's header. */
  listenTyped(listener: Listener<TypedCommand>): () => void;
}

export const RESULT_VIEW = 'sluice.result';

/** Long after the editor has brought back the tabs of the last window. */
const TABS_RESTORED_MS = 5000;

const isOurs = ({ input }: EditorTab) => input instanceof TabInputWebview && input.viewType.endsWith(RESULT_VIEW);

interface Tab {
  readonly view: WebviewPanel;
  readonly page: Page;
  /** The panel it shows now. */
  id: string;
  /** False for one that the next panel may take. */
  kept: boolean;
}

export function createResultPanels(options: ResultPanelsOptions): ResultPanels {
  const { context, restored, actions } = options;
  const { panels: live, redact, reportError, reportErrorIn } = options.core;
  const links = createEmitter<FollowedLink>(reportErrorIn('Following a link'));
  const typed = createEmitter<TypedCommand>(reportErrorIn('Running a command'));
  const tabs = new Map<string, Tab>();
  const extension = context.extensionUri;
  const pageOptions = { enableScripts: true, localResourceRoots: [pageRoot(extension)] };

  const titleOf = ({ id, name }: Panel) => spellOutMisleading(redact(`${id} ${name}`));

  const update = (id: string) => {
    const tab = tabs.get(id);
    const panel = live.panels.find(id);
    if (tab === undefined || panel === undefined) return;
    tab.view.title = titleOf(panel);
    if (tab.page.messages === 'lost' || !tab.view.visible) return;
    pages().then(({ show }) => show(panel, tab.page), reportErrorIn('A panel’s page'));
  };
  const pages = loadOnce(async () => {
    const { createResultPages } = await import('./result-page.ts');
    const run = (text: string, root: string) => typed.emit({ text, root });
    const follow = (link: LinkMessage, { id, repository, command }: Panel) => {
      // Whoever goes on from a panel comes back to it.
      keepForPerson(id);
      links.emit({ link, root: repository, command });
    };
    return createResultPages({
      core: options.core,
      actions: await actions(),
      follow,
      run,
      keep: keepForPerson,
      update,
    });
  });

  const keep = (id: string) => {
    const tab = tabs.get(id);
    if (tab === undefined || tab.kept) return;
    tab.kept = true;
    update(id);
  };

  /** For what only a person can do: in the page of a panel, or in its tab. */
  const keepForPerson = (id: string) => {
    live.claim(id);
    keep(id);
  };

  const adopt = (view: WebviewPanel, panel: Panel, { kept, messages }: Pick<Tab, 'kept'> & Pick<Page, 'messages'>) => {
    const tab: Tab = {
      view,
      id: panel.id,
      kept,
      page: {
        preview: () => !tab.kept,
        messages,
        sent: undefined,
        labelled: undefined,
        send: message => void view.webview.postMessage(message),
        close: () => view.dispose(),
      },
    };
    tabs.set(tab.id, tab);
    const icon = (theme: 'light' | 'dark') => Uri.joinPath(extension, 'media', `sluice-${theme}.svg`);
    view.iconPath = { light: icon('light'), dark: icon('dark') };
    view.webview.onDidReceiveMessage(data => {
      pages()
        .then(({ receive }) => receive(data, live.panels.find(tab.id) ?? panel, tab.page))
        .catch(reportErrorIn('A panel’s page'));
    });
    let column = view.viewColumn;
    view.onDidChangeViewState(() => {
      // Until it is opened, “beside” is no group yet.
      const isMoved = column !== undefined && column > 0 && view.viewColumn !== column;
      column = view.viewColumn;
      // A page that is hidden or goes to another group is thrown away by the editor and says ready again.
      if (!view.visible || isMoved) tab.page.messages = 'lost';
      seen(tab);
      update(tab.id);
    });
    view.onDidDispose(() => {
      tabs.delete(tab.id);
      live.close(tab.id).catch(error => reportError('Closing a panel', error));
    });
    view.webview.options = pageOptions;
    view.webview.html = pageHtml(view.webview, extension, 'result', 'Sluice');
    update(tab.id);
    seen(tab);
  };

  const seen = ({ view, id }: Tab) => (view.visible ? live.seen(id) : live.hidden(id));

  /** The tab that the next panel may take: nobody kept it, paused it or pinned it in the editor. */
  const previewTab = () => {
    if (!setting('panels.preview')) return undefined;
    const pinned = new Set(tabsOfOurs().flatMap(({ isPinned, label }) => (isPinned ? label : [])));
    const isFree = ({ kept, id, view }: Tab) =>
      !kept && live.panels.find(id)?.live.paused === false && !pinned.has(view.title);
    return [...tabs.values()].find(isFree);
  };

  /** Gives a tab with its page to another panel; the one it had is closed as if the tab were. */
  const take = (tab: Tab, panel: Panel, preserveFocus: boolean) => {
    const old = tab.id;
    tabs.delete(old);
    tab.id = panel.id;
    tab.page.sent = undefined;
    tab.page.labelled = undefined;
    tabs.set(panel.id, tab);
    live.close(old).catch(reportErrorIn('Closing a panel'));
    update(panel.id);
    tab.view.reveal(undefined, preserveFocus);
    seen(tab);
  };

  const open = (panel: Panel, preserveFocus: boolean, kept: boolean) => {
    const column = setting('panels.column') === 'beside' ? ViewColumn.Beside : ViewColumn.Active;
    // Beside means one group for all panels, not a new one for each.
    const group = [...tabs.values()].find(({ view }) => view.viewColumn !== undefined)?.view.viewColumn;
    const viewColumn = column === ViewColumn.Beside ? (group ?? column) : column;
    adopt(
      window.createWebviewPanel(RESULT_VIEW, redact(panel.name), { viewColumn, preserveFocus }, pageOptions),
      panel,
      { kept, messages: 'kept' },
    );
  };

  const tabsOfOurs = () => window.tabGroups.all.flatMap(group => group.tabs).filter(isOurs);

  /** The tab that the editor brought back and that nobody has looked at yet: until then it is not ours to show. */
  const asleep = (panel: Panel) => tabsOfOurs().find(({ label }) => label === titleOf(panel));

  /** Of a tab that sleeps only the editor knows that it is closed. */
  const closings = window.tabGroups.onDidChangeTabs(({ closed }) => {
    for (const { label } of closed.filter(isOurs)) {
      const panel = live.panels.list().find(each => titleOf(each) === label);
      if (panel === undefined || tabs.has(panel.id) || asleep(panel) !== undefined) continue;
      live.close(panel.id).catch(reportErrorIn('Closing a panel'));
    }
  });

  /** Closes panels of the last window whose tabs were closed so late that nobody was there to hear of it. */
  const closeGhosts = () => {
    for (const panel of live.panels.list()) {
      // What agents look at has no tab.
      const isGhost = panel.live.run === 0 && !isAgents(panel) && !tabs.has(panel.id) && asleep(panel) === undefined;
      if (isGhost) live.close(panel.id).catch(reportErrorIn('Closing a panel'));
    }
  };
  let ghosts: ReturnType<typeof setTimeout> | undefined;
  restored
    .then(() => {
      ghosts = setTimeout(closeGhosts, TABS_RESTORED_MS);
    })
    .catch(reportErrorIn('Closing panels'));

  const serializer = window.registerWebviewPanelSerializer(RESULT_VIEW, {
    async deserializeWebviewPanel(view, state) {
      await restored;
      const saved = (state as { readonly uid?: unknown } | undefined)?.uid;
      // A tab that was covered before its page had begun has no state, only a title.
      // One that was given to another panel right before the reload has the state of the last.
      const all = live.panels.list();
      const panel = all.find(({ uid }) => uid === saved) ?? all.find(each => view.title === titleOf(each));
      // Closed in another window, or no longer a read: what was said of it at load has to do.
      if (panel === undefined || tabs.has(panel.id)) view.dispose();
      else adopt(view, panel, { kept: true, messages: 'lost' });
    },
  });

  const unlisten = live.panels.listen(({ type, panel }) => {
    if (type === 'closed') tabs.get(panel.id)?.view.dispose();
    else update(panel.id);
  });

  return {
    show(id, { preserveFocus = false, preview = false } = {}) {
      const panel = live.panels.find(id);
      if (panel === undefined) return;
      const tab = tabs.get(panel.id);
      if (tab) {
        if (!preview) keep(panel.id);
        return tab.view.reveal(undefined, preserveFocus);
      }
      const old = asleep(panel);
      const free = preview ? previewTab() : undefined;
      if (free) take(free, panel, preserveFocus);
      else open(panel, preserveFocus, !(preview && setting('panels.preview')));
      if (old) window.tabGroups.close(old, true).then(undefined, error => reportError('Closing a tab', error));
    },
    act(id, action) {
      const tab = tabs.get(id);
      if (tab === undefined) return false;
      tab.page.send({ type: 'act', action });
      return true;
    },
    keep,
    listenLinks: links.listen,
    listenTyped: typed.listen,
    active: () => [...tabs].find(([, { view }]) => view.active)?.[0],
    dispose() {
      unlisten();
      clearTimeout(ghosts);
      closings.dispose();
      serializer.dispose();
    },
  };
}
