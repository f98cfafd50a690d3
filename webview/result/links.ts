import { type FromResultPage, fromResultPage } from '../../src/protocol/from-result-page.ts';

/** Posts what a link stands for when it is clicked, or Enter is pressed on it or on its row; Ctrl or Cmd+Enter for a head's. */
export function followLinks(area: HTMLElement, post: (message: FromResultPage) => void): void {
  area.addEventListener('click', event => {
    const link = linkOf(event.target);
    if (link === null) return;
    event.preventDefault();
    follow(link, post);
  });
  area.addEventListener('keydown', event => {
    if (event.defaultPrevented) return;
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') step(event);
    if (event.key !== 'Enter') return;
    const link = linkOf(event.target) ?? firstLink(event.target, event.ctrlKey || event.metaKey);
    if (link === null) return;
    event.preventDefault();
    follow(link, post);
  });
}

/** A click on a row's button and Shift+F10 open the menu that the editor has for it, as a right click would. */
export function openMenus(area: HTMLElement): void {
  area.addEventListener('click', event => {
    const button = event.target instanceof Element ? event.target.closest('button.more') : null;
    if (button === null) return;
    openMenuAt(button);
  });
  area.addEventListener('keydown', event => {
    if (event.key !== 'F10' || !event.shiftKey || !(event.target instanceof Element)) return;
    event.preventDefault();
    openMenuAt(event.target);
  });
}

function openMenuAt(element: Element): void {
  const { left, bottom } = element.getBoundingClientRect();
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, clientX: left, clientY: bottom }));
}

function follow(link: HTMLElement, post: (message: FromResultPage) => void): void {
  const { kind, value, line } = link.dataset;
  const message = { type: 'link', kind, value, ...(line === undefined ? {} : { line: Number(line) }) };
  const parsed = fromResultPage.safeParse(message);
  if (parsed.success) post(parsed.data);
  else
    post({
      type: 'failed',
      message: `A link cannot be followed: ${String(kind)} of ${value?.length ?? 0} characters.`,
    });
}

/** Right goes from a row to its links and its menu, one after the other; left goes back. */
function step(event: KeyboardEvent): void {
  const from = event.target;
  const row = from instanceof HTMLElement ? from.closest<HTMLElement>('.virtual-row') : null;
  if (row === null || !(from instanceof HTMLElement)) return;
  const places = [row, ...row.querySelectorAll<HTMLElement>('a.link, button.more')];
  const next = places[places.indexOf(from) + (event.key === 'ArrowRight' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus({ preventScroll: next === row });
}

function linkOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('a.link') : null;
}

/** A head's Enter alone is for folding. */
function firstLink(target: EventTarget | null, withControl: boolean): HTMLElement | null {
  if (!(target instanceof HTMLElement) || !target.classList.contains('virtual-row')) return null;
  return target.hasAttribute('aria-expanded') && !withControl ? null : target.querySelector<HTMLElement>('a.link');
}
