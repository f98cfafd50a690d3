import type { Program } from '../command/command.ts';
import { findRepository } from './find-repository.ts';
import type { CommandInput } from './inputs.ts';
import type { ToolCall } from './tool.ts';
import type { ToolCore } from './tool-core.ts';

type SameCore = Pick<ToolCore, 'contextOf' | 'repositories'>;

/** Tells calls that ask for the same write in the same repository; undefined for what is no write. */
export const sameCommand =
  (core: SameCore, program: Program) =>
  async ({ command, repository }: CommandInput, call: ToolCall): Promise<string | undefined> => {
    const found = await findRepository(core, repository, call);
    const context = found.ok ? core.contextOf(found.root) : undefined;
    if (context === undefined) return undefined;
    const { classifyText } = await import('../command/tables.ts');
    const classified = classifyText(program, command, context);
    if (!classified.ok || classified.command.verdict.class !== 'mutating') return undefined;
    return JSON.stringify([context.cwd, classified.command.canonical]);
  };
