import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { filtering, isFilterMark, mayStart } from './accepted.ts';
import type { Fixture } from './fixture.ts';
import { Snapshot } from './snapshot.ts';
import type { Tracer } from './trace.ts';

/** How a run ended; `skipped` when the product would not start it after all. */
export interface End {
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly skipped?: string;
}

/** A command that is said to only read, and the way it is run. */
export interface Trial {
  readonly subcommand: string;
  readonly canonical: string;
  run(): Promise<End>;
}

/** A command that did more than read. */
export interface Finding {
  readonly command: string;
  readonly effects: readonly string[];
}

export interface Outcome {
  readonly end: End;
  readonly effects: readonly string[];
}

/** How long the clock of the file system may stand still: a change within it could not be seen. */
const TICK_MS = 20;

/** The part of a fixture that a witness looks at. */
export type Watched = Pick<Fixture, 'folder' | 'marks' | 'restore'>;

/** Runs commands in a fixture and says what each has done to it. */
export class Witness {
  readonly #fixture: Watched;
  readonly #tracer: Tracer | undefined;
  readonly #elsewhere: () => readonly string[];
  #snapshot: Snapshot | undefined;

  /** `elsewhere` tells what has happened outside the fixture since it was asked last. */
  constructor(fixture: Watched, tracer?: Tracer, elsewhere: () => readonly string[] = () => []) {
    this.#fixture = fixture;
    this.#tracer = tracer;
    this.#elsewhere = elsewhere;
  }

  /** Runs one command; whatever it did is undone before the next. */
  async watch({ subcommand, run }: Trial): Promise<Outcome> {
    this.#snapshot ??= await this.#begin();
    this.#tracer?.started();
    this.#elsewhere();
    const end = await run();
    const differences = this.#snapshot.unchanged() ? [] : this.#snapshot.differences();
    if (differences.length > 0) {
      this.#fixture.restore(differences);
      this.#snapshot = undefined;
    }
    const effects = [
      ...this.#marks(subcommand),
      ...this.#programs(subcommand),
      ...(end.timedOut ? ['did not end'] : []),
      ...this.#elsewhere(),
      ...differences.map(({ what, path }) => `${what} ${path}`),
    ];
    return { end, effects };
  }

  async #begin(): Promise<Snapshot> {
    await delay(TICK_MS);
    return new Snapshot(this.#fixture.folder);
  }

  #marks(subcommand: string): string[] {
    const { marks } = this.#fixture;
    if (statSync(marks).size === 0) return [];
    const left = new Set(readFileSync(marks, 'utf8').trim().split('\n'));
    writeFileSync(marks, '');
    return [...left]
      .filter(mark => !(isFilterMark(mark) && filtering.has(subcommand)))
      .map(mark => `ran the program '${mark}'`);
  }

  #programs(subcommand: string): string[] {
    const tracer = this.#tracer;
    const others = tracer?.started().filter(each => !tracer.isOwn(each) && !mayStart(subcommand, each)) ?? [];
    return others.map(({ file, args }) => `started ${file} [${args}]`);
  }
}

export interface Proof {
  readonly findings: readonly Finding[];
  /** How many really ran. */
  readonly ran: number;
  /** How many of those succeeded: a proof by usage errors would be none. */
  readonly succeeded: number;
  /** Why the product would not start the others. */
  readonly skipped: readonly string[];
}

/** Runs every trial and collects those that did more than read. */
export async function prove(witness: Witness, trials: Iterable<Trial>): Promise<Proof> {
  const findings: Finding[] = [];
  const skipped: string[] = [];
  let ran = 0;
  let succeeded = 0;
  for (const trial of trials) {
    const { end, effects } = await witness.watch(trial);
    if (end.skipped !== undefined) skipped.push(end.skipped);
    else ran += 1;
    if (end.exitCode === 0) succeeded += 1;
    if (effects.length > 0) findings.push({ command: trial.canonical, effects });
  }
  return { findings, ran, succeeded, skipped };
}
