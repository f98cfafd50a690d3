import { dirname } from 'node:path';
import { isReadOnly } from '../../src/core/command/command.ts';
import type { Runner } from '../../src/core/git/runner.ts';
import { type Fixture, makeFixture } from './fixture.ts';
import type { Variant } from './hostile-config.ts';
import { fill } from './pools.ts';
import { classifyIn, runnerFor, trialOf } from './product.ts';
import { type Proof, prove, type Trial, Witness } from './prove.ts';
import { makeTracer, type Tracer } from './trace.ts';

/** A fixture with everything it takes to run commands in it and watch them. */
export interface Station {
  readonly fixture: Fixture;
  /** The product's runner: with git as it is, and with git under watch where that is possible. */
  readonly runners: { readonly plain: Runner; readonly traced: Runner };
  readonly witness: Witness;
  readonly tracer: Tracer | undefined;
}

const variants: readonly Variant[] = [
  { signatures: false, partial: false },
  { signatures: true, partial: true },
];

/** One for each worker; they differ in configuration. */
export function makeStations(): Station[] {
  return variants.map(variant => {
    const fixture = makeFixture(variant);
    const tracer = makeTracer(fixture.git, dirname(fixture.folder));
    const runners = { plain: runnerFor(fixture), traced: runnerFor(fixture, tracer?.program) };
    return { fixture, runners, tracer, witness: new Witness(fixture, tracer) };
  });
}

/** Runs each command as the product does, all stations at once; one that is not read-only to the product is an error. */
export async function proveReads(
  stations: readonly Station[],
  commands: readonly (readonly string[])[],
): Promise<Proof> {
  const proofs = await Promise.all(
    stations.map(({ fixture, runners, witness }, index) => {
      const own = commands.filter((_, number) => number % stations.length === index);
      const trials = own.map((args, number): Trial => {
        const command = classifyIn(fixture, fill(args, fixture));
        if (!isReadOnly(command)) throw new Error(`${command.canonical} is not read-only: ${command.verdict.reason}`);
        // Watching costs as much again as running: every other command is enough to meet every subcommand many times.
        return trialOf(command, fixture, number % 2 === 0 ? runners.traced : runners.plain);
      });
      return prove(witness, trials);
    }),
  );
  return proofs.reduce((all, each) => ({
    findings: [...all.findings, ...each.findings],
    ran: all.ran + each.ran,
    succeeded: all.succeeded + each.succeeded,
    skipped: [...all.skipped, ...each.skipped],
  }));
}

/** All findings as one list, for a person to read: a comparison of texts would cut it short. */
export const listed = ({ findings }: Proof): string =>
  findings
    .map(({ command, effects }) => [command, ...effects.slice(0, 5).map(effect => `    ${effect}`)].join('\n'))
    .join('\n');
