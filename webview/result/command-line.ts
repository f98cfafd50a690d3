import type { FromResultPage, PanelHead, ToResultPage } from '../../src/protocol/to-result-page.ts';
import { h } from '../ui/dom.ts';
import { iconButton } from '../ui/toolkit.ts';
import { EDIT_VERDICTS, TEXT } from './text.ts';
import './command-line.css';

type Verdict = Extract<ToResultPage, { type: 'verdict' }>;

export interface CommandLine {
  readonly element: HTMLElement;
  show(head: PanelHead): void;
  /** Shows what would become of the command as it is typed now. */
  answer(verdict: Verdict): void;
}

/** The command of a panel, which can be edited in place: Enter runs it, Escape gives up. */
export function createCommandLine(post: (message: FromResultPage) => void): CommandLine {
  const text = h('h1', { class: 'command mono', tabindex: -1 });
  const edit = iconButton({ icon: 'edit', label: TEXT.editCommand, onClick: () => begin() });
  const input = h('input', { class: 'command-input mono', type: 'text', spellcheck: 'false', hidden: true });
  input.setAttribute('aria-label', TEXT.command);
  const verdict = h('span', { class: 'command-verdict', role: 'status', 'aria-live': 'polite', hidden: true });
  const element = h('div', { class: 'command-line' }, text, edit, input, verdict);
  let command = '';

  const toggle = (editing: boolean) => {
    text.hidden = editing;
    edit.hidden = editing;
    input.hidden = !editing;
    verdict.hidden = true;
  };
  const begin = () => {
    toggle(true);
    input.value = command;
    input.focus();
    input.select();
  };
  const end = () => {
    toggle(false);
    edit.focus();
  };

  text.addEventListener('dblclick', begin);
  input.addEventListener('input', () => {
    if (input.value.trim() !== '') post({ type: 'classify', text: input.value });
    else verdict.hidden = true;
  });
  input.addEventListener('keydown', event => {
    if (event.key === 'Escape') end();
    else if (event.key === 'Enter' && input.value.trim() !== '') {
      const typed = input.value;
      end();
      if (typed !== command) post({ type: 'run', text: typed });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  input.addEventListener('blur', () => {
    // Looking at another window is no reason to lose what was typed.
    if (document.hasFocus()) toggle(false);
  });

  return {
    element,
    show(head) {
      command = head.command;
      text.textContent = command;
      text.title = command;
    },
    answer({ text: typed, verdict: kind, reason }) {
      if (input.hidden || typed !== input.value) return;
      verdict.hidden = false;
      verdict.dataset.verdict = kind;
      verdict.textContent = EDIT_VERDICTS[kind];
      verdict.title = reason;
    },
  };
}
