import type { PanelHead } from '../../src/protocol/to-result-page.ts';
import { untilNextRelativeTime } from '../../src/shared/relative-time.ts';
import { h, icon } from '../ui/dom.ts';
import { iconButton } from '../ui/toolkit.ts';
import { durationText, exitText, refreshedText, STATES, TEXT } from './text.ts';
import './header.css';

export interface Header {
  readonly element: HTMLElement;
  show(head: PanelHead): void;
  /** Says how much is shown, at the end of the facts. */
  showCounts(words: string): void;
}

/** The command, what became of it, and its live state. */
export function createHeader(onCopyCommand: () => void): Header {
  const command = h('h1', { class: 'command mono', tabindex: -1 });
  const state = h('span', { class: 'state' });
  const facts = h('div', { class: 'facts quiet' });
  const counts = h('span', { class: 'fact counts' });
  const ago = h('span', { class: 'fact' });
  const said = h('div', { class: 'said', role: 'status', 'aria-live': 'polite' });
  const copy = iconButton({ icon: 'copy', label: TEXT.copyCommand, onClick: onCopyCommand });
  const element = h('header', { class: 'head' }, h('div', { class: 'title' }, command, copy, state), facts, said);

  let shown: PanelHead | null = null;
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
    show(head) {
      if (shown?.state !== head.state) {
        state.replaceChildren(...stateMark(head));
        state.dataset.state = head.state;
        state.title = STATES[head.state].hint;
        if (shown !== null) said.textContent = STATES[head.state].name;
      }
      shown = head;
      command.textContent = head.command;
      command.title = head.command;
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

function stateMark({ state }: PanelHead): Node[] {
  const mark = icon(ICONS[state]);
  mark.classList.toggle('spin', state === 'refreshing');
  return [mark, h('span', {}, STATES[state].name)];
}

function factsOf({ id, repository, root, exitCode, durationMs }: PanelHead): Node[] {
  const facts = [
    h('span', { class: 'fact' }, id),
    h('span', { class: 'fact', title: root }, icon('repo'), h('span', { class: 'ellipsis' }, repository)),
  ];
  if (exitCode !== null) facts.push(h('span', { class: 'fact' }, exitText(exitCode)));
  if (durationMs !== null) facts.push(h('span', { class: 'fact' }, durationText(durationMs)));
  return facts;
}
