import { stateOf } from '../core/panels/panel.ts';
import { loadOnce } from '../shared/load-once.ts';
import type { ApiCallsOptions } from './api-calls.ts';
import type { SluiceApi } from './sluice-api.ts';

/** Of who objects, in a question. */
const MOST_NAME = 100;

export function createApi(options: ApiCallsOptions): SluiceApi {
  const { panels, status, processes, redact, listenRuns, runs } = options.core;
  const calls = loadOnce(async () => (await import('./api-calls.ts')).createApiCalls(options));
  return {
    execute: async (...command) => (await calls()).execute(...command),
    plan: async (...plan) => (await calls()).plan(...plan),
    undo: async (...undo) => (await calls()).undo(...undo),
    journal: async (...journal) => (await calls()).journal(...journal),
    registerTool: async tool => (await calls()).registerTool(tool),
    registerToolset: async name => (await calls()).registerToolset(name),
    onWillRun: (name, willRun) => ({ dispose: listenRuns({ name: String(name).slice(0, MOST_NAME), willRun }) }),
    onDidRun: listener => ({ dispose: runs.listen(listener) }),
    panels: () =>
      panels.panels.list().map(panel => ({
        id: panel.id,
        uid: panel.uid,
        command: redact(panel.command.canonical),
        repository: panel.repository,
        state: stateOf(panel),
        text: panel.result?.stdout ?? '',
      })),
    statusText: () => status.text(),
    processes,
  };
}
