type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element with attributes and children; `true` sets an empty attribute, `false` and undefined set none. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function filled<E extends Element>(element: E, attributes: Attributes, children: (Node | string)[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    // A handler or a style written as an attribute is what the pages' policy forbids; say so where it is written.
    if (name.startsWith('on') || name === 'style') throw new TypeError(`${name} is not set as an attribute.`);
    if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** A codicon for people who see; what it means is said by text next to it or by its holder's label. */
export function icon(name: string): HTMLElement {
  return h('span', { class: `codicon codicon-${name}`, 'aria-hidden': 'true' });
}

/** Gives a parent these children, touching nothing when it has them: focus stays, and nothing is announced twice. */
export function setChildren(parent: Element, children: readonly Element[]): void {
  const same =
    children.length === parent.children.length && children.every((child, at) => child === parent.children[at]);
  if (!same) parent.replaceChildren(...children);
}
