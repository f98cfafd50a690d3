import { expect, it } from 'vitest';
import { inlineScript, inlineStyles } from '../../src/vscode/views/inline.ts';
import { buildPage } from '../gallery/build.ts';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

it('the script of a panel’s page ends in a page where it ends in its file', async () => {
  const script = inlineScript(text((await buildPage('result')).js));
  // What else could end it, or hide its end.
  expect(script.match(/<!--|<\/script/gi) ?? []).toEqual([]);
});

it('a script in a page is the script of its file', () => {
  const script =
    'const open = "<!--", pattern = /<!--(.)/.source, marked = `<!--x-->`; return [open, pattern, marked];';
  const run = (code: string): readonly string[] => new Function(code)();
  const [open, pattern = '', marked] = run(inlineScript(script));
  expect([open, marked]).toEqual(['<!--', '<!--x-->']);
  expect('<!--x'.match(pattern)?.[1]).toBe('x');
});

it('the styles of a panel’s page name no file but by the address of its folder', async () => {
  const styles = inlineStyles(text((await buildPage('result')).css), 'https://page.test/webview');
  const named = [...styles.matchAll(/url\(([^)]*)\)/g)].map(([, file]) => file?.replace(/\?.*$/, ''));
  expect(named).toEqual(['"https://page.test/webview/codicon.ttf']);
  expect(styles).not.toMatch(/<\/style/i);
});
