/** As far as one press of a key pushes. */
const STEP = 40;

/**
 * Lines too long for a narrow bar are pushed sideways together: by wheel or touchpad, and by Shift with an arrow.
 * The function it gives is to be called when the lines are others.
 */
export function scrollHorizontally(list: HTMLElement): () => void {
  let pushed = 0;
  const put = (to: number) => {
    pushed = to;
    list.style.setProperty('--pushed', `${to}px`);
  };
  const push = (by: number) => {
    const widths = [...list.querySelectorAll<HTMLElement>('.entry-line > *')].map(line => line.offsetWidth);
    const most = Math.max(list.clientWidth, ...widths) - list.clientWidth;
    put(Math.min(Math.max(pushed + by, 0), most));
  };
  list.addEventListener(
    'wheel',
    event => {
      const by = event.shiftKey ? event.deltaX || event.deltaY : event.deltaX;
      if (by === 0 || (!event.shiftKey && Math.abs(by) < Math.abs(event.deltaY))) return;
      event.preventDefault();
      push(by);
    },
    { passive: false },
  );
  list.addEventListener('keydown', event => {
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    push(event.key === 'ArrowRight' ? STEP : -STEP);
  });
  return () => {
    if (pushed === 0) return;
    // Lines are as wide as they are pushed, so how wide they are by themselves shows only where they are not.
    const before = pushed;
    put(0);
    push(before);
  };
}
