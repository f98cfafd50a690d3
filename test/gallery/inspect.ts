/** The problems of a page as it is seen. Runs in the page, so it can use nothing from outside of itself. */
export function inspectPage(): string[] {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];
  const problems = new Set<string>();
  const isSeen = (element: Element) => {
    const { width, height, right, bottom, left, top } = element.getBoundingClientRect();
    if (width === 0 || height === 0 || right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight)
      return false;
    return element.checkVisibility({ visibilityProperty: true }) && element.closest('.said') === null;
  };
  // In sight, those in shadow trees too; what is not there cannot be wrong.
  const everything: Element[] = [];
  const gather = (root: ParentNode) => {
    for (const element of root.querySelectorAll('*')) {
      if (isSeen(element)) everything.push(element);
      if (element.shadowRoot) gather(element.shadowRoot);
    }
  };

  const parentOf = (element: Element): Element | null =>
    element.assignedSlot ??
    element.parentElement ??
    (element.getRootNode() instanceof ShadowRoot ? (element.getRootNode() as ShadowRoot).host : null);

  const nameOf = (element: Element) => {
    const from = element.getRootNode() instanceof ShadowRoot ? (element.getRootNode() as ShadowRoot).host : element;
    const text = (from.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    return `${from.localName}.${[...from.classList].join('.')} “${text}”`;
  };

  gather(document.body);

  // Boxes: nothing sticks out, nothing is cut without an ellipsis.
  for (const element of everything) {
    if (!(element instanceof HTMLElement)) continue;
    const style = getComputedStyle(element);
    if (style.display === 'inline') continue;
    // What is wider than a box that scrolls, or that follows one, can be scrolled to.
    const holder = parentOf(element);
    const scrolls =
      holder !== null &&
      (holder.matches('[data-follows]') || ['auto', 'scroll'].includes(getComputedStyle(holder).overflowX));
    const wider = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
    const taller = element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0;
    if (wider && !scrolls && style.overflowX === 'visible') problems.add(`sticks out of its box: ${nameOf(element)}`);
    const cut = style.overflowX === 'hidden' || style.overflowX === 'clip';
    if (wider && cut && style.textOverflow !== 'ellipsis' && !element.hasAttribute('data-follows')) {
      problems.add(`is cut at its side: ${nameOf(element)}`);
    }
    if (taller && style.overflowY === 'hidden' && element.children.length === 0) {
      problems.add(`is cut at its foot: ${nameOf(element)}`);
    }
  }

  // Contrast of every text in sight.
  const parse = (text: string): Colour => {
    const numbers = text.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [];
    const [a = 0, b = 0, c = 0, alpha = 1] = numbers;
    if (text.startsWith('rgb')) return [a, b, c, alpha];
    if (text.startsWith('color(srgb')) return [a * 255, b * 255, c * 255, alpha];
    throw new Error(`A colour of a form that is not known: ${text}`);
  };
  const over = ([r, g, b, a]: Colour, [x, y, z]: Colour): Colour => [
    r * a + x * (1 - a),
    g * a + y * (1 - a),
    b * a + z * (1 - a),
    1,
  ];
  const backgrounds = new Map<Element, Colour>();
  const backgroundOf = (element: Element): Colour => {
    const known = backgrounds.get(element);
    if (known) return known;
    const parent = parentOf(element);
    const below: Colour = parent ? backgroundOf(parent) : [255, 255, 255, 1];
    const found = over(parse(getComputedStyle(element).backgroundColor), below);
    backgrounds.set(element, found);
    return found;
  };
  const opacities = new Map<Element, number>();
  const opacityOf = (element: Element): number => {
    const parent = parentOf(element);
    const found =
      opacities.get(element) ?? Number(getComputedStyle(element).opacity) * (parent ? opacityOf(parent) : 1);
    opacities.set(element, found);
    return found;
  };
  const luminance = ([r, g, b]: Colour) => {
    const [x = 0, y = 0, z = 0] = [r, g, b].map(value => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const checkText = (element: Element, style: CSSStyleDeclaration, text: string) => {
    const behind = backgroundOf(element);
    const [r, g, b, a] = parse(style.color);
    const front = over([r, g, b, a * opacityOf(element)], behind);
    const [light = 0, dark = 0] = [luminance(front), luminance(behind)].sort((x, y) => y - x);
    const contrast = (light + 0.05) / (dark + 0.05);
    const size = Number.parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast + 0.005 >= (large ? 3 : 4.5)) return;
    const words = text.trim().slice(0, 24);
    problems.add(
      `has a contrast of ${contrast.toFixed(2)}: “${words}” in ${element.localName}.${[...element.classList].join('.')}`,
    );
  };
  for (const element of everything) {
    if (element.closest('[aria-disabled="true"]')) continue;
    const style = getComputedStyle(element);
    if (element instanceof HTMLInputElement && element.type === 'text') {
      if (element.value === '') checkText(element, getComputedStyle(element, '::placeholder'), element.placeholder);
      else checkText(element, style, element.value);
    }
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '')
        checkText(element, style, node.textContent ?? '');
    }
  }

  // Names: whatever can be pressed or filled in says what it is.
  for (const element of everything) {
    if (!element.matches('button, input, select, [role="button"], a')) continue;
    const slotted = [...element.querySelectorAll('slot')].flatMap(slot => slot.assignedNodes({ flatten: true }));
    const words = [element.textContent, ...slotted.map(node => node.textContent)].join('').trim();
    const label = element.getAttribute('aria-label') ?? element.getAttribute('aria-labelledby') ?? '';
    // The last two are what the toolkit says when nobody gave a name.
    if (words === '' && ['', 'Icon Button', 'Text field'].includes(label.trim()))
      problems.add(`has no name: ${nameOf(element)}`);
  }
  return [...problems];
}
