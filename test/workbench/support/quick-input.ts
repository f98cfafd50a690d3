import { eventually } from './eventually.ts';
import { workbench } from './ui.ts';

const WIDGET = '.quick-input-widget';
const ROW = `${WIDGET} .monaco-list-row`;

/** The editor's quick-pick and input box. */
export const quickInput = {
  async title(words: string): Promise<void> {
    await workbench.shown(`${WIDGET} .quick-input-title:has-text(${JSON.stringify(words)})`);
  },
  type: (text: string) => workbench.fill(`${WIDGET} input.input`, text),
  /** Waits for a row with these words. */
  row: (words: string) => workbench.shown(`${ROW}:has-text(${JSON.stringify(words)})`),
  /** Clicks the row whose label, not its description, has these words. */
  choose: (words: string) => workbench.click(`${ROW}:has(.label-name:has-text(${JSON.stringify(words)}))`),
  press: (key: string) => workbench.press(key, `${WIDGET} input.input`),
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
