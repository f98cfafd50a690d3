import type { Sample } from '../../../../github/sample.ts';
import type { LocalGitHub } from '../../../../github/server.ts';
import { pullsOf } from '../../../../github/state/state.ts';

/** What chooses among the things there are. */
export interface Chance {
  /** One of the list, or undefined of an empty one. */
  one<T>(items: readonly T[]): T | undefined;
  some<T>(items: readonly T[]): T[];
  word(): string;
}

export interface Place {
  readonly github: LocalGitHub;
  readonly sample: Sample;
}

export type Edit = (place: Place, chance: Chance) => unknown;
export type Edits = Readonly<Record<string, Edit>>;

export const conversationsOf = ({ sample: { demo } }: Place) => [...demo.conversations.values()];
export const peopleOf = ({ sample: { monalisa, hubot, outsider } }: Place) => [monalisa, hubot, outsider];
export const pullsIn = ({ sample: { demo } }: Place, state?: 'OPEN' | 'CLOSED') =>
  pullsOf(demo).filter(pull => state === undefined || pull.state === state);
export const commentsOf = (place: Place) => conversationsOf(place).flatMap(({ comments }) => comments);
export const CONCLUSIONS = ['SUCCESS', 'FAILURE', 'CANCELLED', 'NEUTRAL', 'SKIPPED', 'TIMED_OUT'] as const;

/** Does something with one of the things there are, if there is one. */
export const withOne =
  <T>(items: (place: Place) => readonly T[], act: (thing: T, place: Place, chance: Chance) => unknown): Edit =>
  (place, chance) => {
    const thing = chance.one(items(place));
    return thing === undefined ? undefined : act(thing, place, chance);
  };

export const person = (place: Place, chance: Chance) => chance.one(peopleOf(place)) ?? place.sample.hubot;
