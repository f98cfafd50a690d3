import type { FromResultPage } from '../../src/protocol/from-result-page.ts';
import {
  type AppContext,
  type AppResult,
  type FromApp,
  MCP_APP_PROTOCOL,
  type ToApp,
} from '../../src/protocol/mcp-app.ts';
import { VERSION } from '../../src/shared/version.ts';
import { NOTHING_KNOWN } from '../render/document.ts';
import { createContent } from '../result/content.ts';
import { createPresenter } from '../result/presentation.ts';
import { nextSort } from '../result/table-header.ts';
import { INITIAL_VIEW_STATE, type ViewState } from '../result/view-state.ts';
import { h } from '../ui/dom.ts';
import { createScheduler } from '../ui/scheduler.ts';
import { readAnswer, type ShownAnswer } from './answer.ts';
import { githubAddress } from './github-address.ts';
import { TEXT } from './text.ts';
import './page.css';

/** As tall as a page asks to be; what is longer scrolls. */
const MOST_HEIGHT = 480;

interface AppPage {
  readonly elements: readonly HTMLElement[];
  start(): void;
  receive(message: ToApp): void;
}

/** Shows the answer of one call, drawn as a panel is. It has nothing that runs, approves or asks anything. */
export function createAppPage(post: (message: FromApp) => void): AppPage {
  let answer: ShownAnswer | null = null;
  let viewState: ViewState = { ...INITIAL_VIEW_STATE, wrap: false };
  let opensLinks = false;
  let links = 0;
  let height = 0;

  const title = h('h1', { class: 'command mono' });
  const facts = h('span', { class: 'facts quiet' });
  const plain = h('button', { type: 'button', class: 'plain', 'aria-pressed': 'false', hidden: true }, TEXT.plainText);
  const notes = h('div', { class: 'notes', role: 'status' });
  const top = h('div', { class: 'top' }, title, h('div', { class: 'line' }, facts, plain), notes);
  const presenter = createPresenter();
  const scheduler = createScheduler();
  const content = createContent({
    post: follow,
    fold(key, fold) {
      const without = (keys: readonly string[]) => keys.filter(other => other !== key);
      const { folded, opened } = viewState;
      change(
        fold
          ? { folded: [...without(folded), key], opened: without(opened) }
          : { folded: without(folded), opened: [...without(opened), key] },
      );
    },
    onSort: column => change({ sort: nextSort(viewState.sort, column) }),
    known: NOTHING_KNOWN,
    onScroll: () => {},
  });
  plain.addEventListener('click', () => change({ plain: !viewState.plain }));

  /** Only what is on GitHub, and only by the client, which asks the person in its own way. */
  function follow(message: FromResultPage): void {
    if (message.type !== 'link' || !opensLinks) return;
    const url = githubAddress(message.value);
    if (url === undefined) return;
    links += 1;
    post({ id: `link-${links}`, method: 'ui/open-link', params: { url } });
  }

  function change(part: Partial<ViewState>): void {
    viewState = { ...viewState, ...part };
    draw();
  }

  function show(result: AppResult): void {
    answer = readAnswer(result);
    viewState = { ...INITIAL_VIEW_STATE, wrap: false };
    content.reset();
    draw();
  }

  function draw(): void {
    if (answer === null) return;
    const { command, output } = answer;
    title.textContent = answer.title;
    facts.replaceChildren(...answer.facts.map(fact => h('span', { class: 'fact' }, fact)));
    const said = output === '' && answer.notes.length === 0 ? [TEXT.emptyOutput] : answer.notes;
    notes.replaceChildren(...said.map(note => h('div', { class: 'note-line' }, note)));
    plain.setAttribute('aria-pressed', String(viewState.plain));
    content.element.hidden = output === '';
    scheduler.start(presenter.whole({ ...command, gap: null }, output, viewState), presentation => {
      plain.hidden = presentation.kind === 'text';
      const { document, visibleRows, folded } = presentation;
      content.show({ document, visibleRows, folded, sort: viewState.sort, wrap: presentation.kind === 'text' });
      resize();
    });
  }

  function waitOrEnd(words: string): void {
    if (answer !== null) return;
    notes.replaceChildren(h('div', { class: 'note-line' }, words));
    resize();
  }

  function take({ theme }: AppContext): void {
    if (theme === undefined) return;
    document.documentElement.style.colorScheme = theme;
    document.body.className = `vscode-${theme}`;
  }

  /** Asks for as much room as there is to show. */
  function resize(): void {
    const rows = content.element.querySelector('.virtual-sizer')?.getBoundingClientRect().height ?? 0;
    const header = content.element.querySelector('.columns')?.getBoundingClientRect().height ?? 0;
    const shown = content.element.hidden ? 0 : rows + header;
    const wanted = Math.min(MOST_HEIGHT, Math.ceil(top.getBoundingClientRect().height + shown) + 2);
    if (wanted === height) return;
    height = wanted;
    const width = document.documentElement.clientWidth;
    post({ method: 'ui/notifications/size-changed', params: { width, height } });
  }

  return {
    elements: [top, content.element],
    start() {
      content.element.hidden = true;
      const params = {
        protocolVersion: MCP_APP_PROTOCOL,
        appInfo: { name: 'sluice', version: VERSION },
        appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
      };
      post({ id: 'initialize', method: 'ui/initialize', params });
    },
    receive(message) {
      if ('result' in message) {
        opensLinks = message.result.hostCapabilities?.openLinks !== undefined;
        take(message.result.hostContext ?? {});
        post({ method: 'ui/notifications/initialized' });
        // Rows are measured when they are drawn, in whatever width there is.
        const sizer = content.element.querySelector('.virtual-sizer');
        if (sizer) new ResizeObserver(resize).observe(sizer);
        waitOrEnd(TEXT.waiting);
      } else if (message.method === 'ui/notifications/tool-result') show(message.params);
      else if (message.method === 'ui/notifications/tool-cancelled') waitOrEnd(TEXT.cancelled);
      else if (message.method === 'ui/notifications/host-context-changed') take(message.params);
      else post({ id: message.id, result: {} });
    },
  };
}
