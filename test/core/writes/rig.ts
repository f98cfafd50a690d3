import { join } from 'node:path';
import type { MutatingCommand } from '../../../src/core/command/command.ts';
import type { Core } from '../../../src/core/core.ts';
import { createExecute, type Execute, stepResultOf } from '../../../src/core/execute.ts';
import { createGitReader, type GitReader } from '../../../src/core/git/reader.ts';
import type { Runner } from '../../../src/core/git/runner.ts';
import { type Allowances, createAllowances } from '../../../src/core/writes/allowances.ts';
import { createSpendApproval } from '../../../src/core/writes/approval.ts';
import { createAskForRead } from '../../../src/core/writes/ask-for-read.ts';
import { createGate, type Gate } from '../../../src/core/writes/gate.ts';
import { createImpactOf, type ImpactOf } from '../../../src/core/writes/impact/impact-of.ts';
import type { Journal } from '../../../src/core/writes/journal/journal.ts';
import type { Limits } from '../../../src/core/writes/journal/record/select-files.ts';
import { createRunPlan } from '../../../src/core/writes/plans.ts';
import type { Decision, GateUi, PlanDecision, PlanQuestion, Question } from '../../../src/core/writes/question.ts';
import type { FindRestriction } from '../../../src/core/writes/restrictions.ts';
import { createTurnIn } from '../../../src/core/writes/shared-turn.ts';
import { ghWith } from '../../support/gh-with.ts';
import { commandOf } from '../../support/verdict-of.ts';
import { makeRepository, makeRunner, personal } from '../git/fixture.ts';
import { git, temporaryFolder } from '../git/support.ts';

/** Says what the test tells it to once it is known what a command would do, as at every door, and keeps what it was asked. */
export interface Person extends GateUi {
  readonly asked: Question[];
  readonly shown: PlanQuestion[];
}

type Answer<Q, D> = D | ((question: Q) => D | Promise<D>);

export function person(
  answers: readonly Answer<Question, Decision>[],
  plans: readonly Answer<PlanQuestion, PlanDecision>[] = [],
): Person {
  const asked: Question[] = [];
  const shown: PlanQuestion[] = [];
  const next = async <Q, D>(list: readonly Answer<Q, D>[], questions: Q[], question: Q): Promise<D> => {
    const answer = list[questions.push(question) - 1];
    if (answer === undefined) throw new Error(`nobody expected the question ${questions.length}`);
    return typeof answer === 'function' ? (answer as (question: Q) => D)(question) : answer;
  };
  return {
    asked,
    shown,
    async decide(question) {
      await question.impact;
      return next(answers, asked, question);
    },
    decidePlan: question => next(plans, shown, question),
  };
}

export type GateJournal = Pick<Journal, 'foresee' | 'begin' | 'settle' | 'drop'>;

export interface Rig {
  readonly gate: Gate;
  readonly execute: Execute;
  readonly runPlan: Core['runPlan'];
  readonly allowances: Allowances;
  readonly runner: Runner;
  readonly reader: GitReader;
  /** A command of the rig's repository. */
  command(text: string): MutatingCommand;
  readonly request: { readonly repository: string; readonly origin: 'chat' };
}

/** The gate and all behind it, with real git, for the repository that `makeRepository` made in the folder. */
export function rig(
  folder: string,
  ui: GateUi,
  journal: GateJournal,
  given: {
    readonly impactOf?: ImpactOf;
    readonly reader?: GitReader;
    readonly limits?: Limits;
    readonly trusted?: boolean;
    readonly runner?: Pick<Runner, 'exclusive'>;
    readonly findRestriction?: FindRestriction;
  } = {},
): Rig {
  const repository = join(folder, 'repo');
  const { reader = createGitReader({ environment: personal(folder) }) } = given;
  const allowances = createAllowances(() => 0);
  const { impactOf = createImpactOf({ git: reader }), findRestriction = async () => undefined } = given;
  const { runner } = makeRunner(folder, { spendApproval: createSpendApproval({ git: reader, impactOf }) });
  const gate = createGate({
    ui,
    runner: given.runner ?? runner,
    journal,
    allowances,
    impactOf,
    git: reader,
    redact: text => text,
    environment: personal(folder),
    limits: given.limits ?? { files: 20_000, bytes: 256 * 1024 * 1024 },
    turnIn: createTurnIn({ journal: { recover: async () => {} }, tell: () => {} }),
  });
  const contextOf = (root: string) => (root === repository ? { roots: [repository], cwd: repository } : undefined);
  const trusted = () => given.trusted ?? true;
  const panels = {
    open: () => {
      throw new Error('no panels here');
    },
  };
  const execute = createExecute({
    editFirst: async () => undefined,
    findRestriction,
    askForRead: createAskForRead(ui),
    panels,
    heldBack: async () => undefined,
    tokens: async () => [],
    findGhRun: ghWith({ configDir: folder }),
    gate,
    contextOf,
    trusted,
    changed: () => {},
  });
  const newPlan = { ui, git: reader, impactOf, contextOf, trusted, findRestriction, tokens: async () => [] };
  let groups = 0;
  const newGroup = () => {
    groups += 1;
    return `plan-${groups}`;
  };
  const runPlan = createRunPlan({ ...newPlan, newGroup });
  return {
    gate,
    execute,
    runPlan: (texts, request) =>
      runPlan(texts, request, async (command, text, step) => stepResultOf(await execute(command.program, text, step))),
    allowances,
    runner,
    reader,
    command: text => commandOf(text, { roots: [repository], cwd: repository }) as MutatingCommand,
    request: { repository, origin: 'chat' },
  };
}

/** A repository with one commit, in a folder of its own, of somebody who may commit. */
export function newRepository(): { readonly folder: string; readonly repository: string } {
  const folder = temporaryFolder();
  const repository = makeRepository(folder);
  git(repository, 'config', 'user.name', 'Ada');
  git(repository, 'config', 'user.email', 'ada@example.com');
  return { folder, repository };
}

export const branchesOf = (repository: string): string[] =>
  git(repository, 'branch', '--format=%(refname:short)').trim().split('\n');

/** Remembers nothing: for what the gate does by itself. */
export const forgetful: GateJournal = {
  foresee: async () => ({
    unsaved: { left: { files: 0, bytes: 0, example: undefined }, outputs: [], unreadable: [] },
    sentence: null,
  }),
  begin: async () => ({ ok: true, pending: undefined }),
  settle: async () => undefined,
  drop: async () => {},
};
