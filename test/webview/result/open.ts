import type { ToResultPage } from '../../../src/protocol/to-result-page.ts';
import type { OpenOptions, OpenPage, Stage } from '../../gallery/browser.ts';
import { commandForPage } from '../../support/verdict-of.ts';

type Head = Extract<ToResultPage, { type: 'panel' }>;

/** A panel as the host tells of it, of a quiet `git status` unless told otherwise. */
export function panel(command = 'git status', part: Partial<Head> = {}): Head {
  return {
    type: 'panel',
    id: 'P8',
    uid: 'u-1',
    ...commandForPage(command),
    command,
    repository: 'engine',
    root: '/home/ada/engine',
    state: 'fresh',
    exitCode: 0,
    durationMs: 12,
    refreshed: Date.now(),
    limitedUntil: null,
    mayLag: [],
    failure: null,
    notes: [],
    gap: null,
    hasFullOutput: false,
    wrap: false,
    preview: false,
    outOfDate: false,
    ...part,
  };
}

export const content = (text: string): ToResultPage => ({ type: 'content', text });

/** As many lines, each with its number. */
export const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, i) => `line ${i + from} of the output\n`).join('');

/** Opens the page of a panel that has printed a text. */
export async function openPanel(
  stage: Pick<Stage, 'open'>,
  command: string,
  text: string,
  options: OpenOptions = {},
): Promise<OpenPage> {
  const opened = await stage.open('result', options);
  await opened.send(panel(command), content(text));
  return opened;
}

/** The texts of the rows in sight, from the top. */
export function rowsInSight({ page }: OpenPage): Promise<string[]> {
  return page.evaluate(() => {
    const { top, bottom } = (document.querySelector('.rows') as HTMLElement).getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('.virtual-row')]
      .filter(row => row.getBoundingClientRect().bottom > top + 1 && row.getBoundingClientRect().top < bottom)
      .map(row => row.innerText.trim());
  });
}

/** The messages of one type that the page sent so far. */
export async function postedOf(opened: OpenPage, type: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await opened.posted()).filter(message => message.type === type);
}
