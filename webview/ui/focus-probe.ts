// While it loads, the toolkit finds out whether :focus-visible is known by a rule in a style element of its own. The page's
// policy forbids and reports that element, and the toolkit takes it for a no: every click would leave a focus ring.
// So, until the page's script has run, what it puts into the page is inert and its rule is tried in a sheet of no element.
const createElement = document.createElement;

document.createElement = (name: string, options?: ElementCreationOptions) => {
  if (name !== 'style') return createElement.call(document, name, options);
  const inert = createElement.call(document, 'template');
  Object.defineProperty(inert, 'sheet', { value: new CSSStyleSheet() });
  return inert;
};

queueMicrotask(() => {
  document.createElement = createElement;
});
