import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isReadOnly, type ReadOnlyCommand } from '../../../src/core/command/command.ts';
import { parse } from '../../../src/core/command/parse.ts';
import { ghPrograms } from '../../github/gh.ts';
import { commandsIn } from '../../support/verdict-of.ts';
import { ghSpots } from './generate.ts';
import {
  classifyIn,
  type GhProof,
  type GhStation,
  makeGhStations,
  proveGhReads,
  readsOf,
  unguarded,
} from './stations.ts';

/** A sample for the ordinary run; `npm run test:differential` takes a thousand. */
const count = Number(process.env.SLUICE_GH_COUNT ?? 100);
const seed = Number(process.env.SLUICE_SEED ?? 1);
/** From here on every place of the tables is reached. */
const WHOLE = 1000;
const timeoutMs = 120_000 + count * 3000;

let stations: readonly GhStation[] = [];
beforeAll(async () => {
  if (process.platform !== 'win32') stations = await makeGhStations();
});
afterAll(async () => {
  await Promise.all(stations.map(({ fixture }) => fixture.remove()));
});

const listed = (proofs: readonly GhProof[]): string =>
  proofs
    .flatMap(({ findings }) => findings)
    .map(({ command, effects }) => [command, ...effects.slice(0, 5).map(effect => `    ${effect}`)].join('\n'))
    .join('\n');

async function prove(what: string, commandsOf: (station: GhStation) => Iterable<ReadOnlyCommand>, most?: number) {
  const proofs = await Promise.all(stations.map(station => proveGhReads(station, commandsOf(station), most)));
  for (const [at, { ran, succeeded, rejected, skipped }] of proofs.entries()) {
    const { fixture, tracer } = stations[at] as GhStation;
    const traced = tracer ? 'every other under strace' : 'no strace here';
    console.log(
      `gh ${fixture.gh.version}: ran ${ran} ${what} (${traced}), ${succeeded} succeeded; ${rejected} rejected by gh itself, ${skipped.length} not started (seed ${seed})`,
    );
  }
  if (proofs.some(({ findings }) => findings.length > 0)) throw new Error(listed(proofs));
  return proofs;
}

// The fixture needs scripts that Windows does not have.
const onPosix = describe.skipIf(process.platform === 'win32' || ghPrograms.length === 0);

/** Commands that would be wrong verdicts, and what must be seen of each. */
const wrong: readonly (readonly [command: string, seen: RegExp])[] = [
  ['issue close 2', /sent mutation graphql/],
  ['api -X DELETE repos/octo/demo/labels/bug', /sent DELETE repos\/octo\/demo\/labels\/bug/],
  ['pr list --web', /ran the program 'inherited-gh-browser'/],
  ['repo set-default octo/demo', /changed repo\/\.git\/config/],
  ['config set editor x', /changed config\/config\.yml/],
  ['release download v0.9.0', /created repo\/demo\.txt/],
  ['api --hostname ghe.example.com user', /asked ghe\.example\.com with a token/],
];

onPosix('the proof', () => {
  it.each(wrong)('catches gh %s', async (command, seen) => {
    for (const { fixture, witness } of stations) {
      const { effects } = await witness.watch(unguarded(fixture, command.split(' ')));
      expect(effects.join('\n'), `gh ${fixture.gh.version}`).toMatch(seen);
    }
  });
});

onPosix('what is called read-only of gh', () => {
  it(
    `has no effect in ${count} generated commands with each gh`,
    async () => {
      const proofs = await prove('reads', ({ fixture }) => readsOf(fixture, seed), count);
      for (const { ran, succeeded } of proofs) {
        expect(ran).toBe(count);
        // A proof by commands that fail would be none.
        expect(succeeded).toBeGreaterThan(ran * 0.3);
      }
    },
    timeoutMs,
  );

  it.skipIf(count < WHOLE)('is reached by the generator wherever the tables have it', () => {
    const [{ fixture }] = stations as [GhStation];
    const reads: string[] = [];
    for (const { args } of readsOf(fixture, seed)) if (reads.push(args.join(' ')) === count) break;
    const missed = ghSpots.filter(({ words }) => !reads.some(line => line.startsWith(words.join(' '))));
    expect(missed.map(({ words }) => words.join(' '))).toEqual([]);
  });

  it.skipIf(count < WHOLE)('has no effect in the everyday reads', async () => {
    await prove('everyday reads', ({ fixture }) => {
      const file = new URL('../../core/command/gh/everyday-reads.txt', import.meta.url);
      return commandsIn(file).flatMap(line => {
        const parsed = parse('gh', line);
        if (!parsed.ok) throw new Error(`${line}: ${parsed.message}`);
        const command = classifyIn(fixture, parsed.args);
        // Some are of an enterprise host, which nobody here works with.
        return isReadOnly(command) ? [command] : [];
      });
    });
  });
});
