import { programOf } from '../core/command/parse.ts';
import type { Core } from '../core/core.ts';
import { isUndone, isUndoneInPart } from '../core/writes/journal/storage/entry.ts';
import type { CurrentRepository } from './current-repository.ts';
import type { SluiceApi } from './sluice-api.ts';

export interface ApiCallsOptions {
  readonly core: Core;
  readonly repository: CurrentRepository;
  /** Opens the tab of a panel. */
  readonly show: (id: string) => void;
}

/** The part of the interface that runs something or reads what ran; loaded with the first call. */
export type ApiCalls = Pick<SluiceApi, 'execute' | 'plan' | 'undo' | 'journal' | 'registerTool' | 'registerToolset'>;

export function createApiCalls({ core, repository, show }: ApiCallsOptions): ApiCalls {
  const { execute, runPlan, writes, repositories, redact, tools } = core;
  const where = async (root: string | undefined) => {
    const current = await repository();
    return root ?? current ?? '';
  };
  return {
    async execute(command, root, options) {
      const execution = await execute(programOf(command), command, { repository: await where(root), origin: 'chat' });
      if (execution.kind === 'panel') {
        if (options?.show === true) show(execution.opened.panel.id);
        await execution.done;
        return { kind: 'panel', message: redact(execution.opened.answer) };
      }
      if (execution.kind !== 'ran') return { kind: execution.kind, message: redact(execution.message) };
      const { ok, stdout, failure } = execution.result;
      return { kind: 'ran', message: ok ? stdout : (failure?.message ?? stdout) };
    },
    async plan(texts, root) {
      const outcome = await runPlan(texts, { repository: await where(root), origin: 'chat' });
      if (outcome.kind !== 'ran') return { ...outcome, message: redact(outcome.message) };
      const steps = outcome.steps.map(step => ({ ...step, text: redact(step.text), message: redact(step.message) }));
      return { ...outcome, steps };
    },
    async undo(id, root) {
      const done = await (await writes()).undo({ repository: root, id, origin: 'chat' });
      return { ...done, message: redact(done.message) };
    },
    async journal(root) {
      const wanted = await where(root);
      // None is open before the workspace is trusted.
      const found = repositories.list().find(each => each.root === wanted);
      const entries = found === undefined ? [] : await (await writes()).journal.list(found);
      return entries.map(entry => {
        const { id, group, time, origin, command, outcome, undoes, changes, reverts } = entry;
        const undoneInPart = isUndoneInPart(entry, entries);
        return {
          ...{ id, group, time, origin, command, outcome, undoes, undoneInPart },
          undone: isUndone(entry, entries) && !undoneInPart,
          changes: changes.map(redact),
          reverts: reverts.map(redact),
        };
      });
    },
    async registerTool(given) {
      const [{ add }, { givenTool }] = await Promise.all([tools(), import('../core/tools/given-tool.ts')]);
      return { dispose: add(givenTool(given)) };
    },
    async registerToolset(name) {
      return { dispose: (await tools()).addToolset(name) };
    },
  };
}
