import type { FromResultPage, PanelHead } from '../../src/protocol/to-result-page.ts';
import { untilNextRelativeTime } from '../../src/shared/relative-time.ts';
import { h, icon } from '../ui/dom.ts';
import { iconButton } from '../ui/toolkit.ts';
import { type CommandLine, createCommandLine } from './command-line.ts';
import { aboutRun, exitText, mayLagHint, refreshedText, stateHint, stateName, TEXT } from './text.ts';
import './header.css';

/** Long enough to be read, short enough not to be in the way. */
const COPIED_MS = 2000;

export interface Header {
  readonly element: HTMLElement;
  readonly commandLine: CommandLine;
  /** Says to eyes and ears that something was copied. */
  copied(): void;
  show(head: PanelHead): void;
  /** Says how much is shown, at the end of the facts. */
  showCounts(words: string): void;
}

/** The command, what became of it, and its live state. */
export function createHeader(onCopyCommand: () => void, post: (message: FromResultPage) => void): Header {
  const commandLine = createCommandLine(post);
  const state = h('span', { class: 'state' });
  const facts = h('div', { class: 'facts quiet' });
  const counts = h('span', { class: 'fact counts' });
  const ago = h('span', { class: 'fact' });
  const said = h('div', { class: 'said', role: 'status', 'aria-live': 'polite' });
  const copy = iconButton({ icon: 'copy', label: TEXT.copyCommand, onClick: onCopyCommand });
  const note = h('span', { class: 'copied', hidden: true }, icon('check'), TEXT.copied);
  const title = h('div', { class: 'title' }, commandLine.element, copy, note, state);
  const element = h('header', { class: 'head' }, title, facts, said);

  // As on a tab of the editor, of which no extension hears; on the command itself it begins to edit.
  element.addEventListener('dblclick', ({ target }) => {
    const isTaken = target instanceof Element && target.closest('.command-line, vscode-button') !== null;
    if (shown?.preview && !isTaken) post({ type: 'keep' });
  });

  let shown: PanelHead | null = null;
  let noting: ReturnType<typeof setTimeout> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tick = () => {
    clearTimeout(timer);
    ago.hidden = shown?.refreshed == null;
    if (shown?.refreshed == null || document.visibilityState !== 'visible') return;
    const age = Date.now() - shown.refreshed;
    ago.textContent = refreshedText(age);
    ago.title = new Date(shown.refreshed).toLocaleString();
    timer = setTimeout(tick, untilNextRelativeTime(age));
  };
  document.addEventListener('visibilitychange', tick);

  return {
    element,
    commandLine,
    copied() {
      note.hidden = false;
      said.textContent = TEXT.copied;
      clearTimeout(noting);
      noting = setTimeout(() => {
        note.hidden = true;
        said.textContent = '';
      }, COPIED_MS);
    },
    show(head) {
      if (shown === null || stateName(shown) !== stateName(head) || shown.outOfDate !== head.outOfDate) {
        state.replaceChildren(...stateMark(head));
        state.dataset.state = head.state;
        state.dataset.outOfDate = String(head.outOfDate);
        if (shown !== null) said.textContent = stateName(head);
      }
      shown = head;
      // What a person seldom needs is a hover away.
      state.title = [stateHint(head), aboutRun(head)].join('\n');
      commandLine.show(head);
      facts.replaceChildren(...factsOf(head), ago, counts);
      tick();
    },
    showCounts(words) {
      counts.textContent = words;
      counts.hidden = words === '';
    },
  };
}

/** An icon for each state: it is never told by colour alone. */
const ICONS: Readonly<Record<PanelHead['state'], string>> = {
  fresh: 'check',
  stale: 'history',
  refreshing: 'sync',
  failed: 'error',
  'rate-limited': 'watch',
  paused: 'debug-pause',
};

function stateMark(head: PanelHead): Node[] {
  const { state, outOfDate } = head;
  const mark = icon(state === 'paused' && outOfDate ? 'warning' : ICONS[state]);
  mark.classList.toggle('spin', state === 'refreshing');
  return [mark, h('span', {}, stateName(head))];
}

function factsOf({ repository, root, exitCode, mayLag }: PanelHead): Node[] {
  const facts = [h('span', { class: 'fact', title: root }, icon('repo'), h('span', { class: 'ellipsis' }, repository))];
  // One that says nothing wrong is in the tooltip.
  if (exitCode !== null && exitCode !== 0) facts.push(h('span', { class: 'fact' }, exitText(exitCode)));
  if (mayLag.length > 0)
    facts.push(h('span', { class: 'fact', title: mayLagHint(mayLag) }, icon('info'), h('span', {}, TEXT.mayLag)));
  return facts;
}
