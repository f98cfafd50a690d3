import type { UiTools } from '../core/host.ts';
import type { Decision, Denied, GateUi } from '../core/writes/question.ts';
import { VERSION } from '../shared/version.ts';
import { type FormTools, formOf, planFormOf } from './form.ts';
import type { Questions } from './questions.ts';
import { TEXT } from './text.ts';

const NOBODY: Denied = { kind: 'denied', code: 'nobody-to-ask', message: TEXT.nobody };

const NO_GATE: GateUi = { decide: async () => NOBODY, decidePlan: async () => NOBODY };

export interface AskOptions {
  readonly questions: Pick<Questions, 'ask'>;
  /** Whether the client can show a form to a person. */
  readonly canShow: () => boolean;
}

/** Asks in the client; one that shows no forms is nobody to ask. */
export function createClientGate({ questions, canShow }: AskOptions, tools: FormTools): GateUi {
  return {
    async decide(question, signal): Promise<Decision> {
      const { caller } = question;
      if (caller === undefined || !canShow()) return NOBODY;
      return questions.ask(caller.call, await formOf(question, tools), signal);
    },
    async decidePlan(question, signal) {
      const { caller } = question;
      if (caller === undefined || !canShow()) return NOBODY;
      const decision = await questions.ask(caller.call, await planFormOf(question, tools.forDisplay), signal);
      return decision.kind === 'fetch' ? { kind: 'declined' } : decision;
    },
  };
}

export interface WhoIsAskedOptions extends AskOptions {
  /** Decides by what was declared at the start, where that was done: then nobody is at the client. */
  readonly unattended: GateUi | undefined;
  /** The environment by which windows are found. */
  readonly environment: NodeJS.ProcessEnv;
  /** Takes a line for the person. */
  readonly say: (line: string) => void;
}

/**
 * Who is asked, in order: a window of the editor that has the repository, the client, nobody. What was declared at the
 * start runs without a question, and a window is asked about the rest.
 */
export const whoIsAsked =
  ({ unattended, environment, say, ...client }: WhoIsAskedOptions) =>
  async (tools: UiTools): Promise<GateUi> => {
    const { redact, forDisplay, reportError } = tools;
    const { createRemoteGate } = await import('../core/windows/remote-gate.ts');
    const windows = withoutAllowances(
      createRemoteGate({
        ...{ environment, version: VERSION, redact, reportError },
        fallback: unattended === undefined ? createClientGate(client, tools) : NO_GATE,
        shown: folder => say(TEXT.askedInWindow(forDisplay(folder))),
        log: line => say(forDisplay(line)),
      }),
    );
    return unattended === undefined ? windows : declaredFirst(unattended, windows);
  };

/** Where no window answers either, the caller is told what the declaration lacks. */
const declaredFirst = (unattended: GateUi, windows: GateUi): GateUi => ({
  async decide(question, signal) {
    const declared = await unattended.decide(question, signal);
    if (declared.kind !== 'denied') return declared;
    const decision = await windows.decide(question, signal);
    return decision.kind === 'denied' ? declared : decision;
  },
  async decidePlan(question, signal) {
    const declared = await unattended.decidePlan(question, signal);
    if (declared.kind !== 'denied') return declared;
    const decision = await windows.decidePlan(question, signal);
    return decision.kind === 'denied' ? declared : decision;
  },
});

/** An allowance would be kept in this process: it would outlive the window, and no window could list it or take it back. */
const withoutAllowances = (gate: GateUi): GateUi => ({
  async decide(question, signal) {
    const decision = await gate.decide({ ...question, shape: NO_SHAPE }, signal);
    return decision.kind === 'allow' ? { kind: 'run' } : decision;
  },
  decidePlan: gate.decidePlan,
});

const NO_SHAPE = Promise.resolve(null);
