import { join } from 'node:path';
import { classify } from '../../src/core/command/classify.ts';
import type { ClassifiedCommand, ReadOnlyCommand } from '../../src/core/command/command.ts';
import type { Context } from '../../src/core/command/context.ts';
import { createLog } from '../../src/core/git/log.ts';
import { createGitReader } from '../../src/core/git/reader.ts';
import { createRedactor } from '../../src/core/git/redact.ts';
import { createRunner, type Runner } from '../../src/core/git/runner.ts';
import { createSpendApproval } from '../../src/core/writes/approval.ts';
import { createImpactOf } from '../../src/core/writes/impact/impact-of.ts';
import { allKnown } from '../support/all-known.ts';
import { ghWith } from '../support/gh-with.ts';
import type { Fixture } from './fixture.ts';
import type { End, Trial } from './prove.ts';

export const contextOf = ({ repository }: Fixture): Context => ({ roots: [repository], cwd: repository });

export const classifyIn = (fixture: Fixture, args: readonly string[]): ClassifiedCommand =>
  classify('git', args, contextOf(fixture));

/** The product's own runner, so that what is proven is what really happens. */
export function runnerFor(fixture: Fixture, git = fixture.git): Runner {
  const reader = createGitReader({ git: () => git, environment: fixture.inherited });
  const redactor = createRedactor({ tokens: [], environment: {}, patterns: [] });
  return createRunner({
    spendApproval: createSpendApproval({ git: reader, impactOf: createImpactOf({ git: reader }) }),
    guard: allKnown(() => [fixture.repository], fixture.inherited, git, true),
    roots: () => [fixture.repository],
    gh: ghWith({ configDir: join(fixture.folder, 'home', 'gh') }),
    tokens: () => [],
    redactor: () => redactor,
    log: createLog({ write: () => {}, redact: text => text }),
    programs: () => ({ git, gh: 'gh' }),
    timeouts: () => ({ git: 10 }),
    environment: fixture.inherited,
  });
}

/** A read as the product runs it. */
export function trialOf(command: ReadOnlyCommand, fixture: Fixture, runner: Runner): Trial {
  const run = async (): Promise<End> => {
    const { exitCode, timedOut, failure } = await runner.read(command, {
      repository: fixture.repository,
      origin: 'cli',
    });
    const started = exitCode !== null || timedOut || failure?.reason === 'exit-code';
    return { exitCode, timedOut, ...(!started && { skipped: failure?.reason ?? 'unknown' }) };
  };
  return { subcommand: command.subcommand, canonical: command.canonical, run };
}
