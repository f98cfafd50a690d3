import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMutating, type MutatingCommand } from '../../src/core/command/command.ts';
import type { Effect } from '../../src/core/command/verdict.ts';
import { createGitReader } from '../../src/core/git/reader.ts';
import type { Runner } from '../../src/core/git/runner.ts';
import { approved, runWrite } from '../support/approved.ts';
import type { Fixture } from './fixture.ts';
import { fill, hostileValues } from './pools.ts';
import { classifyIn, runnerFor } from './product.ts';
import { type Trial, Witness } from './prove.ts';
import { readingSpots } from './spots.ts';

/** Not measured: what needs a person or a screen, does not end, or is kept back for what it shows, not for what it does. */
const beside: readonly Effect[] = ['interactive', 'long-running', 'opens-ui', 'reads-outside', 'reveals-secret'];

/** Subcommands worth asking about: those that read in some form, and those that look as if they did. */
const askedAbout: ReadonlySet<string> = new Set([
  ...readingSpots.map(({ words }) => words[0] ?? ''),
  ...['fast-export', 'fmt-merge-msg', 'merge-tree', 'range-diff', 'request-pull', 'verify-commit', 'verify-tag'],
]);

/** Nobody who only wants to read writes such words. */
const hostile: ReadonlySet<string> = new Set(hostileValues);
const isHostile = (word: string) => hostile.has(word) || hostile.has(word.slice(word.indexOf('=') + 1));

/** Words that lead out of the fixture, or to the configuration of the whole machine. */
const leavesFixture = (word: string) => /^\/|=\/|\.\.(\/|$)|^[a-z]+:\/\/|::|^--sys/.test(word);

function isMeasured(command: MutatingCommand): boolean {
  const { subcommand, verdict, args } = command;
  return (
    askedAbout.has(subcommand) && !verdict.effects.some(each => beside.includes(each)) && !args.some(leavesFixture)
  );
}

interface Count {
  ran: number;
  succeeded: number;
  readonly harmless: string[];
}

/** What was called mutating, ran with success and yet did nothing, by subcommand. */
export type OverCaution = ReadonlyMap<string, Count>;

/** Runs a sample of commands called mutating, each approved, and counts those that changed nothing and ran nothing. */
export async function measure(
  fixture: Fixture,
  commands: readonly (readonly string[])[],
  most: number,
): Promise<OverCaution> {
  const plausible = commands.filter(args => !args.some(isHostile));
  const classified = plausible.map(args => classifyIn(fixture, fill(args, fixture)));
  const measured = classified.filter(isMutating).filter(isMeasured);
  const stride = Math.max(1, Math.floor(measured.length / most));
  const sample = measured.filter((_, index) => index % stride === 0).slice(0, most);
  const witness = new Witness(fixture);
  const runner = runnerFor(fixture);
  const counts = new Map<string, Count>();
  for (const command of sample) {
    const { end, effects } = await witness.watch(approvedTrial(command, fixture, runner));
    const count = counts.get(command.subcommand) ?? { ran: 0, succeeded: 0, harmless: [] };
    counts.set(command.subcommand, count);
    count.ran += 1;
    if (end.exitCode !== 0) continue;
    count.succeeded += 1;
    if (effects.length === 0) count.harmless.push(`${command.canonical} (${command.verdict.reason})`);
  }
  return counts;
}

function approvedTrial(command: MutatingCommand, fixture: Fixture, runner: Runner): Trial {
  const { repository, git, inherited } = fixture;
  const reader = createGitReader({ git: () => git, environment: inherited });
  const run = async () =>
    runWrite(runner, command, await approved(command, repository, reader), { repository, origin: 'cli' });
  return { subcommand: command.subcommand, canonical: command.canonical, run };
}

/** Writes the report and returns the totals. */
export function report(counts: OverCaution, file: string): { ran: number; succeeded: number; harmless: number } {
  const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const sum = (of: (count: Count) => number) => rows.reduce((total, [, count]) => total + of(count), 0);
  const totals = {
    ran: sum(each => each.ran),
    succeeded: sum(each => each.succeeded),
    harmless: sum(each => each.harmless.length),
  };
  const share = ((100 * totals.harmless) / Math.max(1, totals.succeeded)).toFixed(1);
  const found = rows.filter(([, { harmless }]) => harmless.length > 0);
  const text = [
    '# Over-caution',
    '',
    'Generated commands that were called mutating, were run in a disposable fixture, exited with 0, and yet changed',
    'nothing and started no program. A command that fails does nothing either: those are run, but not counted. The',
    'generator favours odd spellings, so this is a place to look for missing rows, not the rate a person would meet.',
    '',
    `Run: ${totals.ran}. Succeeded: ${totals.succeeded}. Did nothing: ${totals.harmless} (${share} % of those that succeeded).`,
    '',
    '| subcommand | run | succeeded | did nothing |',
    '|---|---|---|---|',
    ...rows.map(([name, { ran, succeeded, harmless }]) => `| ${name} | ${ran} | ${succeeded} | ${harmless.length} |`),
    ...found.flatMap(([name, { harmless }]) => [
      '',
      `## ${name}`,
      '',
      ...harmless.map(each => `- \`${each.replaceAll('`', "'")}\``),
    ]),
    '',
  ];
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text.join('\n'));
  return totals;
}
