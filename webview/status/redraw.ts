const last = new WeakMap<Element, string>();

/** Draws an element's children anew only when the data is other than before, and keeps the keyboard where it was among them. */
export function redrawIfChanged<T>(element: HTMLElement, data: T, draw: (data: T) => readonly (Node | string)[]): void {
  const text = JSON.stringify(data);
  if (last.get(element) === text) return;
  last.set(element, text);
  const at = controlsIn(element).findIndex(control => control.contains(document.activeElement));
  element.replaceChildren(...draw(data));
  if (at === -1) return;
  const controls = controlsIn(element);
  (controls[at] ?? controls.at(-1))?.focus();
}

const controlsIn = (element: HTMLElement) => [
  ...element.querySelectorAll<HTMLElement>('button, select, a[href], vscode-button, [tabindex="0"]'),
];
