import type { OpenPage, Stage } from './browser.ts';
import { NOW, type ResultState, resultStates } from './states.ts';
import { type StatusState, statusStates } from './status-states.ts';
import type { ThemeName } from './themes.ts';

export type State = ResultState | StatusState;

/** Everything a person can see. */
export const states: readonly State[] = [...resultStates, ...statusStates];

/** As large as the place in the editor that the page is made for. */
export const SIZES = { result: { width: 900, height: 560 }, status: { width: 320, height: 640 } } as const;

/** Opens the state's page and tells it what it was told. */
export async function showState(stage: Stage, { page, messages, state }: State, theme: ThemeName): Promise<OpenPage> {
  const opened = await stage.open(page, { ...SIZES[page], theme, state, now: NOW });
  // One after the other, as they come: what a page asked for is an answer only after it has asked.
  for (const message of messages) await opened.send(message);
  return opened;
}
