import { h } from '../ui/dom.ts';
import { iconButton, textField } from '../ui/toolkit.ts';
import { TEXT } from './text.ts';
import './filter-box.css';

interface FilterBox {
  readonly element: HTMLElement;
  /** Shows it with this text in it. */
  open(value: string): void;
  focus(): void;
  /** Empties and hides it. */
  close(): void;
}

/** The box for words to look for in the files' paths; it is there only while it is wanted. */
export function createFilterBox(options: {
  readonly onInput: (value: string) => void;
  readonly onClose: () => void;
}): FilterBox {
  const field = textField({ label: TEXT.filterFilesByPath, placeholder: TEXT.filterFiles, onInput: options.onInput });
  const clear = iconButton({ icon: 'close', label: TEXT.clearFilter, onClick: options.onClose });
  const element = h('div', { class: 'filter-box' }, field.element, clear);
  element.hidden = true;
  element.addEventListener('keydown', event => {
    if (event.key === 'Escape') options.onClose();
  });
  return {
    element,
    open(value) {
      element.hidden = false;
      if (field.value !== value) field.value = value;
    },
    close() {
      element.hidden = true;
      field.value = '';
    },
    focus: field.focus,
  };
}
