import type { Program } from '../command/command.ts';
import type { Execution } from '../execute.ts';
import { findRepository } from './find-repository.ts';
import { shellHint } from './hints.ts';
import type { CommandInput } from './inputs.ts';
import { panelResult } from './panel-result.ts';
import type { ToolHandler } from './tool.ts';
import type { ToolCore } from './tool-core.ts';
import { problem, type ToolResult } from './tool-result.ts';
import { findTypo, typoResult } from './typos.ts';
import { writeResult } from './write-result.ts';

export interface RunCommandOptions {
  readonly program: Program;
  /** The tool's name, for the next step of an error. */
  readonly tool: string;
  readonly onlyReads?: boolean;
}

/** The handler of every tool that takes one command. */
export function createRunCommand(core: ToolCore, options: RunCommandOptions): ToolHandler<CommandInput> {
  const { program, onlyReads = false } = options;
  return async ({ command, repository, ...part }, call) => {
    const found = await findRepository(core, repository, call);
    if (!found.ok) return found.result;
    const { origin, signal } = call;
    // What is printed meanwhile is shown to nobody before it is known who wrote it.
    const caller = program === 'gh' && core.hidesOutsiders() ? { ...call.caller, heard: undefined } : call.caller;
    const typo = await findTypo(core, program, command, found.root);
    if (typo) return typoResult(typo);
    const request = { repository: found.root, origin, signal, caller, onlyReads };
    const execution = await core.execute(program, command, request);
    if (execution.kind === 'ran') return writeResult(execution);
    if (execution.kind !== 'panel') return signal.aborted ? CANCELLED : notRunResult(execution, command, options);
    const { opened, done } = execution;
    // While it runs, unless something hangs on it: a comment that comes meanwhile would be shown unasked.
    const early = core.hidesOutsiders() ? undefined : core.authorshipOf(opened.panel, signal);
    const [panel, known] = await Promise.all([done, early]);
    const authorship = known ?? (await core.authorshipOf(panel, signal));
    return panelResult(panel, { ...part, authorship, answer: opened.answer });
  };
}

const CANCELLED = problem({ code: 'cancelled', message: 'Cancelled. Nothing was run.' });

type NotRun = Exclude<Execution, { kind: 'panel' | 'ran' }>;

function notRunResult(execution: NotRun, command: string, { program, tool }: RunCommandOptions): ToolResult {
  const { kind, message, github, denied, noRead, parse } = execution;
  switch (kind) {
    case 'declined':
      return problem({ code: 'declined', status: 'declined', message });
    case 'refused':
      if (noRead)
        return problem({
          code: 'not-a-read',
          status: 'refused',
          message: `This is no read: ${message}`,
          hint: `Use ${program}_execute, which asks the person first.`,
        });
      return problem({
        code: denied ?? (github ? 'github' : 'refused'),
        status: 'refused',
        message,
        facts: github && { github },
      });
    case 'untrusted':
      return problem({ code: 'untrusted', status: 'refused', message });
    case 'invalid':
      return problem({
        code: 'not-a-command',
        message,
        hint: shellHint(command, tool),
        facts: parse && { reason: parse },
      });
  }
}
