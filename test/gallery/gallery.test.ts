import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './browser.ts';
import { inspectPage } from './inspect.ts';
import { SIZES, showState, states } from './show.ts';
import { THEMES, type ThemeName, VARIABLES } from './themes.ts';

const THEME_NAMES = Object.keys(THEMES) as ThemeName[];
const [NARROW, WIDE] = [320, 900];
/** Colours do not depend on the width: narrow is looked at in one theme, another for each state. */
const looksAt = (number: number): readonly (readonly [width: number, themes: readonly ThemeName[]])[] => [
  [NARROW, THEME_NAMES.filter((_, at) => at === number % THEME_NAMES.length)],
  [WIDE, THEME_NAMES],
];

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

describe('every state, in every theme, narrow and wide', () => {
  it.concurrent.each(states)('$name', async state => {
    const opened = await showState(stage, state, 'dark');
    const found: string[] = [];
    for (const [width, themes] of looksAt(states.indexOf(state))) {
      await opened.resize(width, SIZES[state.page].height);
      for (const theme of themes) {
        await opened.setTheme(theme);
        found.push(...(await opened.page.evaluate(inspectPage)).map(problem => `${theme} at ${width}: ${problem}`));
      }
    }
    const failed = (await opened.posted()).filter(({ type }) => type === 'failed');
    const { errors } = opened;
    await opened.close();
    expect({ found, errors, failed }).toEqual({ found: [], errors: [], failed: [] });
  });

  it('has each state under a name of its own', () => {
    expect(new Set(states.map(({ name }) => name)).size).toBe(states.length);
  });
});

describe('the inspection itself', () => {
  it('finds what it is there to find', async () => {
    const opened = await stage.open('result');
    await opened.page.evaluate(() => {
      const box = document.createElement('div');
      box.style.cssText = 'width: 50px; color: #333; background: #222; white-space: nowrap;';
      box.textContent = 'dark words that are wider than their box';
      const cut = document.createElement('div');
      cut.style.cssText = 'width: 50px; overflow: hidden; white-space: nowrap;';
      cut.textContent = 'words without an end';
      document.querySelector('.top')?.prepend(box, cut, document.createElement('button'));
      document.querySelector('button')?.style.setProperty('width', '20px');
    });
    const found = (await opened.page.evaluate(inspectPage)).join('\n');
    await opened.close();
    for (const problem of ['sticks out', 'is cut at its side', 'has a contrast of', 'has no name']) {
      expect(found).toContain(problem);
    }
  });
});

describe('style sheets', () => {
  /** The theme itself, where a client has none: a test of that page holds it against the gallery's. */
  const theme = join('mcp-app', 'theme.css');
  const sheets = readdirSync('webview', { recursive: true, encoding: 'utf8' }).filter(
    path => path.endsWith('.css') && path !== theme,
  );

  it.each(sheets)('%s uses only colours of the theme', path => {
    const css = readFileSync(join('webview', path), 'utf8').replace(/\/\*.*?\*\//gs, '');
    const unknown = [...css.matchAll(/--vscode-([\w-]+)/g)]
      .map(([, name = '']) => name)
      .filter(name => !VARIABLES.has(name));
    const fixed = css.match(/#[0-9a-f]{3,8}\b(?=[^{}]*[;}])|\b(?:rgba?|hsla?|oklch)\(/gi) ?? [];
    expect({ unknown, fixed }).toEqual({ unknown: [], fixed: [] });
  });
});
