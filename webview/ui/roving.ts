/**
 * Makes one Tab stop of a toolbar: arrows, Home and End go from button to button, and Tab comes back to the one that was
 * used last, as ARIA has it for toolbars.
 */
export function roveFocus(toolbar: HTMLElement, buttons: readonly HTMLElement[]): void {
  const inSight = () => buttons.filter(button => !button.hidden);
  let current = buttons[0];

  const stopAt = (button: HTMLElement | undefined) => {
    current = button;
    for (const each of buttons) setTabStop(each, each === button);
  };
  stopAt(current);

  toolbar.addEventListener('focusin', event => {
    const button = buttons.find(each => event.target instanceof Node && each.contains(event.target));
    if (button !== undefined && button !== current) stopAt(button);
  });
  toolbar.addEventListener('keydown', event => {
    const all = inSight();
    const at = all.findIndex(button => event.target instanceof Node && button.contains(event.target));
    const to: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: all.length - 1,
    };
    const next = at === -1 ? undefined : to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all[(next + all.length) % all.length]?.focus();
  });
  // A button that goes takes the stop with it.
  new MutationObserver(() => {
    if (current?.hidden !== false) stopAt(inSight()[0]);
  }).observe(toolbar, { attributeFilter: ['hidden'], subtree: true });
}

/** The toolkit's button hands the focus to one in its shadow, which has a place of its own in the order of Tab. */
function setTabStop(button: HTMLElement, stop: boolean): void {
  button.tabIndex = stop ? 0 : -1;
  const inner = button.shadowRoot?.querySelector<HTMLElement>('button');
  if (inner) inner.tabIndex = stop ? 0 : -1;
}
