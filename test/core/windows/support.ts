import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createWindowServer, type WindowServer } from '../../../src/core/windows/window-server.ts';
import type { Decision, GateUi, PlanDecision, PlanQuestion, Question } from '../../../src/core/writes/question.ts';
import { git, temporaryFolder } from '../git/support.ts';

/** A person's own environment, in which nobody has registered anything yet. */
export function person(): { readonly environment: { readonly XDG_STATE_HOME: string }; readonly registry: string } {
  const state = temporaryFolder();
  return { environment: { XDG_STATE_HOME: state }, registry: join(state, 'sluice', 'windows') };
}

/** A repository with nothing in it. */
export function repository(): string {
  const root = join(temporaryFolder(), 'repository');
  mkdirSync(root);
  git(root, 'init', '-q');
  return root;
}

type Put = { readonly question: Question; readonly signal: AbortSignal; readonly answer: (decision: Decision) => void };
type PutPlan = {
  readonly question: PlanQuestion;
  readonly signal: AbortSignal;
  readonly answer: (decision: PlanDecision) => void;
};

/** The gate of a window, where a test is the person; an abort is a no, as in the editor. */
export function testGate() {
  const questions: Put[] = [];
  const plans: PutPlan[] = [];
  const ui: GateUi = {
    decide: (question, signal = new AbortController().signal) =>
      new Promise(answer => {
        signal.addEventListener('abort', () => answer({ kind: 'declined' }));
        questions.push({ question, signal, answer });
      }),
    decidePlan: (question, signal = new AbortController().signal) =>
      new Promise(answer => {
        signal.addEventListener('abort', () => answer({ kind: 'declined' }));
        plans.push({ question, signal, answer });
      }),
  };
  return { ui, questions, plans };
}

export interface TestWindow extends ReturnType<typeof testGate> {
  readonly server: WindowServer;
  readonly log: string[];
  readonly errors: unknown[];
}

/** A window that has a repository open and is in the registry. */
export async function openWindow(
  environment: Readonly<Record<string, string | undefined>>,
  root: string,
  focused = 1,
): Promise<TestWindow> {
  const gate = testGate();
  const log: string[] = [];
  const errors: unknown[] = [];
  const server = await createWindowServer({
    environment,
    open: () => ({ folders: [root], repositories: [{ root, commonDirectory: join(root, '.git') }] }),
    gate: async () => gate.ui,
    log: line => void log.push(line),
    reportError: error => void errors.push(error),
  });
  if (server === undefined) throw new Error('There is no private place for a window.');
  await server.update(focused);
  return { ...gate, server, log, errors };
}
