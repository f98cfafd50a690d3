import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { THEMES, type ThemeName, themeCss } from '../../gallery/themes.ts';

const css = readFileSync(new URL('../../../webview/render/log/log.css', import.meta.url), 'utf8');
const LANES = [...css.matchAll(/\.graph \.lane-(\d) \{\s*stroke: var\(--vscode-([\w-]+)\);/g)].map(
  ([, lane, variable]) => ({ lane, variable }),
);

const colourIn = (theme: ThemeName, variable: string) =>
  new RegExp(`--vscode-${variable}: ([^;]+);`).exec(themeCss(theme))?.[1] ?? 'none';

/** Relative luminance as WCAG has it; only for opaque colours, for what is seen of others depends on what is behind. */
function luminance(colour: string): number {
  const [, hex] = /^#([0-9a-f]{6})$/i.exec(colour) ?? [];
  if (hex === undefined) throw new Error(`${colour} is not opaque`);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(at => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test('there are six lanes, each with a colour of its own', () => {
  expect(LANES.map(({ lane }) => lane)).toEqual(['0', '1', '2', '3', '4', '5']);
  expect(new Set(LANES.map(({ variable }) => variable)).size).toBe(6);
});

test.each(Object.keys(THEMES) as ThemeName[])('every lane is seen in the theme %s: 3:1 against the page', theme => {
  const page = colourIn(theme, 'editor-background');
  const ratios = LANES.map(({ variable = '' }) => [variable, contrast(colourIn(theme, variable), page)] as const);
  expect(ratios.filter(([, ratio]) => ratio < 3)).toEqual([]);
});
