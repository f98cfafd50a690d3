import { type Act, anything } from './table.ts';
import type { Effect } from './verdict.ts';

const act =
  (risk: Act['risk'], ...effects: readonly Effect[]) =>
  (says: string): Act => ({ says, effects, risk });

export const changes = act('local', 'writes-repo');
export const changesFiles = act('local', 'writes-repo', 'writes-files');
export const savesFile = act('local', 'writes-files');
/** Writes a file of a given name: what it held before is gone, if it was there. */
export const overwritesFile = act('destructive', 'writes-files');
export const destroys = act('destructive', 'writes-repo');
export const destroysFiles = act('destructive', 'writes-repo', 'writes-files');
export const downloads = act('local', 'network', 'writes-repo');
export const sends = act('remote', 'network', 'writes-remote');
export const destroysRemote = act('destructive', 'network', 'writes-remote');
export const runs = act('local', 'runs-program');
/** Runs a program that the command names, or one that is not known: its words are shown in full. */
export const startsProgram = (says: string, ...effects: readonly Effect[]): Act => ({
  says,
  effects: ['runs-program', ...effects],
  risk: 'destructive',
  starts: 'now',
});
/** Sets up a program that git, gh or the system runs some other time. */
export const installsProgram = (says: string, ...effects: readonly Effect[]): Act => ({
  ...startsProgram(says, ...effects),
  starts: 'later',
});
export const opens = act('local', 'opens-ui');
export const asks = act('local', 'interactive');
export const lasts = act('local', 'long-running');
export const reveals = act('local', 'reveals-secret');
export const outside = act('local', 'reads-outside');
export const unknown = act('local', ...anything);

/** The same act, refused for every origin; `says` should name the safe form where there is one. */
export const refuse = (what: Act): Act => ({ ...what, refused: true });
export const refusesProgram = (says: string): Act => refuse(runs(says));
export const refusesTerminal = (says: string): Act => refuse(asks(says));
export const refusesSecret = (says: string): Act => refuse(reveals(says));
