import './focus-probe.ts';
import { provideVSCodeDesignSystem, type TextField, vsCodeButton, vsCodeTextField } from '@vscode/webview-ui-toolkit';
import { icon } from './dom.ts';
import './toolkit.css';

// The only file that knows the toolkit: what takes its place is written here.
provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeTextField());

/** A button with words on it. */
export function button(options: {
  readonly label: string;
  readonly onClick: () => void;
  readonly primary?: boolean;
}): HTMLElement {
  const element = document.createElement('vscode-button');
  element.setAttribute('appearance', options.primary === true ? 'primary' : 'secondary');
  element.classList.add('text-button');
  element.append(options.label);
  element.addEventListener('click', options.onClick);
  return element;
}

interface IconButtonState {
  readonly icon?: string;
  readonly label?: string;
  /** A toggle is pressed or not; any other button leaves this out. */
  readonly pressed?: boolean;
}

/** A button of a toolbar: an icon, with its name as tooltip and for screen readers. */
export function iconButton(options: {
  readonly icon: string;
  readonly label: string;
  readonly onClick: () => void;
  readonly pressed?: boolean;
}): HTMLElement {
  const element = document.createElement('vscode-button');
  element.classList.add('icon-button');
  element.addEventListener('click', options.onClick);
  setIconButton(element, options);
  // After the label: the toolkit calls an icon without one "Icon Button".
  element.setAttribute('appearance', 'icon');
  return element;
}

/** Changes what an icon button shows and says. */
export function setIconButton(element: HTMLElement, state: IconButtonState): void {
  if (state.icon !== undefined) element.replaceChildren(icon(state.icon));
  if (state.label !== undefined) {
    element.title = state.label;
    element.setAttribute('aria-label', state.label);
  }
  if (state.pressed !== undefined) {
    // The toolkit does not hand it on to the button in its shadow, which is the one that screen readers meet.
    for (const each of [element, element.shadowRoot?.querySelector('button')])
      each?.setAttribute('aria-pressed', String(state.pressed));
    element.classList.toggle('pressed', state.pressed);
  }
}

export interface Field {
  readonly element: HTMLElement;
  value: string;
  focus(): void;
}

/** A one-line input named by `label`, which only screen readers are told. */
export function textField(options: {
  readonly label: string;
  readonly placeholder: string;
  readonly onInput: (value: string) => void;
  /** An icon at its start. */
  readonly icon?: string;
}): Field {
  const element = document.createElement('vscode-text-field') as TextField;
  element.placeholder = options.placeholder;
  // The toolkit gives a field a name of its own when it comes into the page.
  const name = () => {
    if (element.getAttribute('aria-label') !== options.label) element.setAttribute('aria-label', options.label);
  };
  new MutationObserver(name).observe(element, { attributeFilter: ['aria-label'] });
  name();
  element.spellcheck = false;
  element.classList.add('text-field');
  if (options.icon !== undefined) {
    const start = icon(options.icon);
    start.slot = 'start';
    element.append(start);
  }
  element.addEventListener('input', () => options.onInput(element.value));
  return {
    element,
    get value() {
      return element.value;
    },
    set value(value) {
      element.value = value;
    },
    focus() {
      element.focus();
      element.control?.select();
    },
  };
}
