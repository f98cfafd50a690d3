import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStage } from './browser.ts';
import { type State, showState, states } from './show.ts';
import { THEMES, type ThemeName } from './themes.ts';

const FOLDER = join('docs', 'gallery');
const THEME_NAMES = Object.keys(THEMES) as ThemeName[];
const pictureOf = ({ name }: State, theme: ThemeName) => `${name}-${theme}.png`;

/** The pictures of the README, without the empty space below. */
const README = [
  { file: 'log.png', name: 'log-labels-graph', theme: 'dark', width: 900, height: 280 },
  { file: 'diff.png', name: 'diff-side-by-side', theme: 'dark', width: 900, height: 560 },
  { file: 'status.png', name: 'status-merge', theme: 'light', width: 420, height: 450 },
  { file: 'blame.png', name: 'blame-fresh', theme: 'light', width: 900, height: 262 },
  { file: 'table.png', name: 'table-fresh', theme: 'contrast', width: 900, height: 180 },
] as const satisfies readonly {
  readonly file: string;
  readonly name: string;
  readonly theme: ThemeName;
  readonly width: number;
  readonly height: number;
}[];

/** One page that shows all pictures, a row for each state. */
function indexPage(shown: readonly State[]): string {
  const rows = shown.map(state => {
    const pictures = THEME_NAMES.map(
      theme => `<img loading="lazy" src="${pictureOf(state, theme)}" alt="${state.name}, ${THEMES[theme].title}">`,
    );
    return `<h2 id="${state.name}">${state.name}</h2>\n<div>${pictures.join('\n')}</div>`;
  });
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Sluice: every state</title>
<style>
  body { margin: 24px; font: 14px system-ui, sans-serif; color: #222; background: #ddd; }
  div { display: flex; gap: 12px; overflow-x: auto; }
  img { border-radius: 4px; box-shadow: 0 1px 4px #0004; }
</style></head>
<body><h1>Every state, in ${THEME_NAMES.map(theme => THEMES[theme].title).join(', ')}</h1>
${rows.join('\n')}
</body></html>
`;
}

// Words given on the command line choose the states that have one of them in their name.
const words = process.argv.slice(2);
const chosen = states.filter(({ name }) => words.length === 0 || words.some(word => name.includes(word)));
await mkdir(FOLDER, { recursive: true });
const stage = await openStage();
try {
  for (const state of chosen) {
    const opened = await showState(stage, state, 'dark');
    for (const theme of THEME_NAMES) {
      await opened.setTheme(theme);
      await opened.page.screenshot({ path: join(FOLDER, pictureOf(state, theme)) });
    }
    for (const { file, theme, width, height } of README.filter(({ name }) => name === state.name)) {
      await opened.setTheme(theme);
      await opened.resize(width, height);
      await opened.page.screenshot({ path: join(FOLDER, file) });
    }
    await opened.close();
    if (opened.errors.length > 0) throw new Error(`${state.name}: ${opened.errors.join('; ')}`);
  }
} finally {
  await stage.close();
}
await writeFile(join(FOLDER, 'index.html'), indexPage(states));
console.log(`${chosen.length * THEME_NAMES.length} pictures in ${FOLDER}; open ${join(FOLDER, 'index.html')}.`);
