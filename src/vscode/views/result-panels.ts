import {
  type Disposable,
  type ExtensionContext,
  TabInputWebview,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
} from 'vscode';
import type { Core } from '../../core/core.ts';
import type { Panel } from '../../core/panels/panel.ts';
import type { ToResultPage } from '../../protocol/to-result-page.ts';
import { createEmitter, type Listener } from '../../shared/emitter.ts';
import { spellOutMisleading } from '../../shared/invisible-characters.ts';
import { loadOnce } from '../../shared/load-once.ts';
import type { PanelActions } from '../panel-actions.ts';
import { setting } from '../settings.ts';
import type { LinkMessage } from './links.ts';
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
  readonly page: Page;
}

export function createResultPanels(options: ResultPanelsOptions): ResultPanels {
  const { context, restored, actions } = options;
  const { panels: live, redact, reportError, reportErrorIn } = options.core;
  const links = createEmitter<FollowedLink>(reportErrorIn('Following a link'));
  const tabs = new Map<string, Tab>();
  const extension = context.extensionUri;
  const pageOptions = { enableScripts: true, localResourceRoots: [pageRoot(extension)] };

  const titleOf = ({ id, name }: Panel) => spellOutMisleading(redact(`${id} ${name}`));

  const update = (id: string) => {
    const tab = tabs.get(id);
    const panel = live.panels.find(id);
    if (tab === undefined || panel === undefined) return;
    tab.view.title = titleOf(panel);
    if (!tab.page.ready || !tab.view.visible) return;
    pages().then(({ show }) => show(panel, tab.page), reportErrorIn('A panel’s page'));
  };
  const pages = loadOnce(async () => {
    const { createResultPages } = await import('./result-page.ts');
    const follow = (link: LinkMessage, root: string) => links.emit({ link, root });
    return createResultPages({ core: options.core, actions: await actions(), follow, update });
  });

  const adopt = (view: WebviewPanel, panel: Panel) => {
    const { id } = panel;
    const tab: Tab = {
      view,
      page: {
        ready: false,
        sent: undefined,
        labelled: undefined,
        send: message => void view.webview.postMessage(message),
        close: () => view.dispose(),
      },
    };
    tabs.set(id, tab);
    view.iconPath = Uri.joinPath(extension, 'media', 'sluice.svg');
    view.webview.onDidReceiveMessage(data => {
      pages()
        .then(({ receive }) => receive(data, live.panels.find(id) ?? panel, tab.page))
        .catch(reportErrorIn('A panel’s page'));
    });
    const seen = () => (view.visible ? live.seen(id) : live.hidden(id));
    view.onDidChangeViewState(() => {
      // A hidden page is thrown away by the editor and says ready again.
      if (!view.visible) tab.page.ready = false;
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
      tab.page.send({ type: 'act', action });
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
