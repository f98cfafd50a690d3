import type { ToResultPage } from '../../src/protocol/to-result-page.ts';
import { h } from '../ui/dom.ts';
import { TEXT } from './text.ts';
import './picture.css';

export interface Picture {
  readonly element: HTMLElement;
  show(image: Extract<ToResultPage, { type: 'image' }>): void;
  hide(): void;
}

/** A picture that the command printed. It is data of the host's: the page loads nothing. */
export function createPicture(): Picture {
  const element = h('figure', { class: 'picture', hidden: true });
  return {
    element,
    show({ mime, data }) {
      element.replaceChildren(h('img', { src: `data:${mime};base64,${data}`, alt: TEXT.picture }));
      element.hidden = false;
    },
    hide() {
      element.replaceChildren();
      element.hidden = true;
    },
  };
}
