import { isReadOnly } from '../src/core/command/command.ts';
import { parse } from '../src/core/command/parse.ts';
import { quote } from '../src/core/command/quote.ts';
import { makePlan } from '../test/differential/plan.ts';
import { fill } from '../test/differential/pools.ts';
import { classifyIn, trialOf } from '../test/differential/product.ts';
import { makeStations, type Station } from '../test/differential/stations.ts';
import { unhardened } from '../test/differential/unhardened.ts';
import { printTable } from './table.ts';

/** The kind of list that agents ship: a command is safe by its first two words. */
const allowedByPrefix = new Set(['log', 'diff', 'show', 'status', 'branch', 'grep', 'ls-remote']);

/** How many reads to generate for choosing from, and how many commands to choose. */
const GENERATED = 9000;
const CHOSEN = 1200;
const SEED = 3;

interface Score {
  allowed: number;
  changed: number;
  started: number;
  heldBack: number;
}

/**
 * Runs one corpus under both lists. A list is wrong one way when it lets a command through that, run the way its user would
 * run it, changes something or starts a program; and the other way when it holds one back that, run plainly, does nothing.
 */
export async function benchAllowLists(reads: readonly string[]): Promise<void> {
  const stations = makeStations();
  const [first] = stations;
  if (!first) throw new Error('there is no station to run commands in');
  const sluice: Score = { allowed: 0, changed: 0, started: 0, heldBack: 0 };
  const prefix: Score = { ...sluice };
  try {
    const plan = makePlan(first.fixture, GENERATED, SEED);
    const everyday = reads.flatMap(text => {
      const parsed = parse('git', text);
      return parsed.ok ? [parsed.args] : [];
    });
    const generated = [...plan.reads, ...plan.writes].filter(args => allowedByPrefix.has(args[0] ?? ''));
    const corpus = [...everyday, ...generated.filter((_, n) => n % Math.ceil(generated.length / CHOSEN) === 0)];
    await Promise.all(
      stations.map((station, at) =>
        judgeAll(
          station,
          corpus.filter((_, n) => n % stations.length === at),
          sluice,
          prefix,
        ),
      ),
    );
    const row = (name: string, { allowed, changed, started, heldBack }: Score) => [
      name,
      `${allowed}`,
      `${changed}`,
      `${started}`,
      `${heldBack}`,
    ];
    printTable(
      `Verdicts on ${corpus.length} commands (${everyday.length} everyday, ${corpus.length - everyday.length} generated), run in a hostile repository`,
      ['list', 'let through', 'of those changed something', 'of those started a program', 'held back, yet harmless'],
      [row('Sluice', sluice), row('first two words', prefix)],
    );
  } finally {
    for (const { fixture } of stations) fixture.remove();
  }
}

async function judgeAll(
  { fixture, runners, witness }: Station,
  corpus: readonly (readonly string[])[],
  sluice: Score,
  prefix: Score,
): Promise<void> {
  for (const words of corpus) {
    const args = fill(words, fixture);
    const command = classifyIn(fixture, args);
    const plain = await witness.watch(unhardened(fixture, args));
    const isHarmless = plain.end.exitCode === 0 && kindsOf(plain.effects).length === 0;
    const ours = isReadOnly(command) ? await witness.watch(trialOf(command, fixture, runners.plain)) : undefined;
    count(sluice, ours?.effects, isHarmless);
    count(prefix, allowedByPrefix.has(args[0] ?? '') ? plain.effects : undefined, isHarmless);
    const found = kindsOf(ours?.effects ?? []);
    if (found.length > 0) console.log(`effect of a read: ${quote('git', args)}: ${ours?.effects.join(', ')}`);
  }
}

function count(score: Score, effects: readonly string[] | undefined, isHarmless: boolean): void {
  if (effects === undefined) {
    if (isHarmless) score.heldBack += 1;
    return;
  }
  const kinds = kindsOf(effects);
  score.allowed += 1;
  if (kinds.includes('changed')) score.changed += 1;
  if (kinds.includes('started')) score.started += 1;
}

/** A plain status rewrites the index it refreshes: true, but nothing anyone loses sleep over, so it does not count here. */
const refreshesIndex = /\.git(\/modules\/[^/]+)?(\/index)?$/;

function kindsOf(effects: readonly string[]): ('changed' | 'started')[] {
  return effects.flatMap(effect => {
    if (/^(ran|started)/.test(effect)) return ['started' as const];
    return refreshesIndex.test(effect) || /^touched/.test(effect) ? [] : ['changed' as const];
  });
}
