import { eventually } from './eventually.ts';
import { workbench } from './ui.ts';

const WIDGET = '.quick-input-widget';
const ROW = `${WIDGET} .monaco-list-row`;

/** A question takes no answer while its rows move, and for a moment after it. */
const STILL_MS = 650;

async function still(): Promise<void> {
  let seen = '';
  let since = 0;
  await eventually('the rows stand still', async () => {
    const now = (await workbench.texts(ROW)).join('\n');
    if (now !== seen) since = Date.now();
    seen = now;
    return Date.now() - since >= STILL_MS;
  });
}

/** The editor's quick-pick and input box. */
export const quickInput = {
  async title(words: string): Promise<void> {
    await workbench.shown(`${WIDGET} .quick-input-title:has-text(${JSON.stringify(words)})`);
  },
  type: (text: string) => workbench.fill(`${WIDGET} input.input`, text),
  /** Waits for a row with these words. */
  row: (words: string) => workbench.shown(`${ROW}:has-text(${JSON.stringify(words)})`),
  /** Clicks the row whose label, not its description, has these words, once the rows stand still. */
  async choose(words: string): Promise<void> {
    const row = `${ROW}:has(.label-name:has-text(${JSON.stringify(words)}))`;
    await workbench.shown(row);
    await still();
    await workbench.click(row);
  },
  async press(key: string): Promise<void> {
    if (key === 'Enter' || key === 'Escape') await still();
    await workbench.press(key, `${WIDGET} input.input`);
  },
  rows: () => workbench.texts(ROW),
  /** Waits until the row that Enter is for has these words in its label: a description may have any. */
  active: (words: string) => workbench.shown(`${ROW}.focused:has(.label-name:has-text(${JSON.stringify(words)}))`),
  gone: () => workbench.gone(WIDGET),
  /** Waits until the first row has these words. */
  first: (words: string) =>
    eventually(`the first row says ${words}`, async () => {
      const [first = 'nothing'] = await workbench.texts(ROW);
      if (!first.includes(words)) throw new Error(`it says ${first}`);
      return true;
    }),
};
