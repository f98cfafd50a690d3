import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { execa } from 'execa';
import { classify } from '../../../src/core/command/classify.ts';
import { isReadOnly, type ReadOnlyCommand } from '../../../src/core/command/command.ts';
import { subcommandPath } from '../../../src/core/command/subcommand-path.ts';
import { createLog } from '../../../src/core/git/log.ts';
import type { Redactor } from '../../../src/core/git/redact.ts';
import type { RunResult } from '../../../src/core/git/result.ts';
import { createRunner, type Runner } from '../../../src/core/git/runner.ts';
import { ghPrograms } from '../../github/gh.ts';
import type { LoggedRequest } from '../../github/request-log.ts';
import { token } from '../../github/sample.ts';
import { allKnown } from '../../support/all-known.ts';
import { ghWith } from '../../support/gh-with.ts';
import { type End, type Finding, type Trial, Witness } from '../prove.ts';
import { makeTracer, type Tracer } from '../trace.ts';
import { type GhFixture, makeGhFixture } from './fixture.ts';
import { type Fields, generate, ghSpots, titleOf } from './generate.ts';
import { fill } from './pools.ts';

/** One gh with a GitHub and a fixture of its own, and everything it takes to watch it. */
export interface GhStation {
  readonly fixture: GhFixture;
  readonly runners: { readonly plain: Runner; readonly traced: Runner };
  readonly witness: Witness;
  readonly tracer: Tracer | undefined;
}

export const makeGhStations = (): Promise<GhStation[]> => Promise.all(ghPrograms.map(makeStation));

async function makeStation(gh: GhFixture['gh']): Promise<GhStation> {
  const fixture = await makeGhFixture(gh);
  const path = gh.path === 'gh' ? spawnSync('sh', ['-c', 'command -v gh']).stdout.toString().trim() : gh.path;
  const tracer = makeTracer('git', dirname(fixture.folder), path);
  const witness = new Witness(fixture, tracer, () => takeRequests(fixture));
  return {
    fixture,
    runners: { plain: runnerFor(fixture, path), traced: runnerFor(fixture, tracer?.program ?? path) },
    tracer,
    witness,
  };
}

const hidesNothing: Redactor = {
  redact: text => text,
  stream: () => ({ push: text => text, end: () => '' }),
  rejected: [],
};

/** The product's own runner, without its redaction, so that a token that is printed is seen. */
function runnerFor({ repository, inherited, configDir }: GhFixture, gh: string): Runner {
  return createRunner({
    spendApproval: async () => {
      throw new Error('No write is proven here.');
    },
    guard: allKnown(() => [repository], inherited, 'git', true),
    roots: () => [repository],
    gh: ghWith({ configDir, token }),
    tokens: () => [token],
    redactor: () => hidesNothing,
    log: createLog({ write: () => {}, redact: text => text }),
    programs: () => ({ git: 'git', gh }),
    timeouts: () => ({ gh: 20 }),
    environment: inherited,
  });
}

/** Everything sent since the last call that no read sends. */
function takeRequests({ github: { log } }: GhFixture): string[] {
  const requests = [...log.requests];
  const writes = log.writes().map(({ method, path, operation }) => `sent ${operation?.type ?? method} ${path}`);
  log.clear();
  return [...writes, ...requests.filter(isAstray).map(({ host, path }) => `asked ${host} with a token for ${path}`)];
}

const hosts = ['api.github.com', 'github.com', 'gist.github.com', 'uploads.github.com', 'raw.githubusercontent.com'];
const isAstray = (request: LoggedRequest): boolean =>
  request.token !== undefined && (request.token !== token.slice(-4) || !hosts.includes(request.host));

/** How many reads ran, how many of them ended well, what gh itself would have nothing of, and what did more than read. */
export interface GhProof {
  readonly findings: readonly Finding[];
  readonly ran: number;
  readonly succeeded: number;
  readonly rejected: number;
  readonly skipped: readonly string[];
}

/** Generated commands that are called read-only, without end; no two have the same canonical form. */
export function* readsOf(fixture: GhFixture, seed: number): Generator<ReadOnlyCommand> {
  const seen = new Set<string>();
  for (const args of generate(seed, fieldsOf(fixture))) {
    const command = classifyIn(fixture, args);
    if (!isReadOnly(command) || seen.has(command.canonical)) continue;
    seen.add(command.canonical);
    yield command;
  }
}

export const classifyIn = (fixture: GhFixture, args: readonly string[]) =>
  classify('gh', fill(args, fixture), { roots: [fixture.repository], cwd: fixture.repository });

/** gh lists its fields itself, and asks nobody for that. */
function fieldsOf({ gh, configDir }: GhFixture): Fields {
  const ask = (words: readonly string[]): readonly string[] => {
    const env = { PATH: process.env.PATH, GH_CONFIG_DIR: configDir, GH_TOKEN: token, GH_NO_UPDATE_NOTIFIER: '1' };
    const { stderr } = spawnSync(gh.path, [...words, '--json'], { env });
    return (
      stderr
        .toString()
        .match(/^ {2}\w+$/gm)
        ?.map(line => line.trim()) ?? []
    );
  };
  const spots = ghSpots.filter(({ leaf }) => leaf.options.has('--json'));
  return new Map(spots.map(({ words }) => [titleOf({ words }), ask(words)]));
}

/** Runs reads as the product does until so many have run; a finding is one that did more than read. */
export async function proveGhReads(
  station: GhStation,
  commands: Iterable<ReadOnlyCommand>,
  most = Number.POSITIVE_INFINITY,
): Promise<GhProof> {
  const findings: Finding[] = [];
  const skipped: string[] = [];
  /** Commands that this gh has not. */
  const absent = new Set<string>();
  let [ran, succeeded, rejected, number] = [0, 0, 0, 0];
  for (const command of commands) {
    if (ran >= most) break;
    if (absent.has(subcommandPath(command).path)) continue;
    // Watching what is started costs as much again as running: every other command meets every subcommand many times.
    number += 1;
    const runner = number % 2 === 0 ? station.runners.traced : station.runners.plain;
    const { effects, result, end } = await watched(station, command, runner);
    const { stderr = '' } = result ?? {};
    if (end.skipped !== undefined) skipped.push(`${command.canonical}: ${end.skipped}`);
    else if (end.exitCode !== 0 && isUsageError(stderr)) rejected += 1;
    else ran += 1;
    if (end.exitCode === 0) succeeded += 1;
    if (stderr.includes('unknown command')) absent.add(subcommandPath(command).path);
    if (effects.length > 0) findings.push({ command: command.canonical, effects });
  }
  return { findings, ran, succeeded, rejected, skipped };
}

/** gh itself would have nothing of it: a flag or an action that this one has not, or words that do not go together. */
const isUsageError = (stderr: string): boolean => /^Usage: {2}gh |unknown (command|flag|shorthand)/m.test(stderr);

async function watched({ fixture, witness }: GhStation, command: ReadOnlyCommand, runner: Runner) {
  let result: RunResult | undefined;
  const run = async (): Promise<End> => {
    result = await runner.read(command, { repository: fixture.repository, origin: 'cli' });
    const { exitCode, timedOut, failure } = result;
    const started = exitCode !== null || timedOut || failure?.reason === 'exit-code';
    return { exitCode, timedOut, ...(!started && { skipped: failure?.message ?? 'unknown' }) };
  };
  // The tables of what git may start are not for gh.
  const trial: Trial = { subcommand: `gh ${command.subcommand}`, canonical: command.canonical, run };
  const { end, effects } = await witness.watch(trial);
  const printed = `${result?.stdout}${result?.stderr}`.includes(token) ? ['printed the token'] : [];
  return { end, result, effects: [...effects, ...printed] };
}

/** A command run with the person's own environment, as anyone would run it: for showing that the proof can fail. */
export function unguarded({ gh, repository, configDir, inherited }: GhFixture, args: readonly string[]): Trial {
  const ours = { GH_CONFIG_DIR: configDir, GH_HOST: '', GH_TOKEN: token, TERM: 'xterm-256color' };
  const env = { ...inherited, ...ours, GH_DEBUG: '', GH_FORCE_TTY: '', GH_REPO: '', GIT_TRACE: '' };
  const run = async (): Promise<End> => {
    const { exitCode = null } = await execa(gh.path, args, { cwd: repository, env, extendEnv: false, reject: false });
    return { exitCode, timedOut: false };
  };
  return { subcommand: `gh ${args[0]}`, canonical: `gh ${args.join(' ')}`, run };
}
