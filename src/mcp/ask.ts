import type { UiTools } from '../core/host.ts';
import type { Decision, Denied, GateUi } from '../core/writes/question.ts';
import { type FormTools, formOf, planFormOf } from './form.ts';
import type { Questions } from './questions.ts';
import { TEXT } from './text.ts';

const NOBODY: Denied = { kind: 'denied', code: 'nobody-to-ask', message: TEXT.nobody };

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
}

/** Who is asked: the client, or what was declared at the start. */
export const whoIsAsked =
  ({ unattended, ...client }: WhoIsAskedOptions) =>
  async (tools: UiTools): Promise<GateUi> =>
    unattended ?? createClientGate(client, tools);
