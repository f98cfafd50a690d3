import { join } from 'node:path';
import { type Core, createCore } from '../../../src/core/core.ts';
import { type CoreSettings, DEFAULT_SETTINGS, type Host } from '../../../src/core/host.ts';
import type { Clock } from '../../../src/core/repository/watch/clock.ts';
import type { ToolCall } from '../../../src/core/tools/tool.ts';
import type { GateUi, PlanQuestion, Question } from '../../../src/core/writes/question.ts';
import type { LocalGitHub } from '../../github/server.ts';
import { makeRepository, personal } from '../git/fixture.ts';
import { git, temporaryFolder } from '../git/support.ts';

export interface Given {
  readonly trusted?: boolean;
  readonly ui?: Partial<GateUi>;
  readonly settings?: Partial<CoreSettings>;
  readonly clock?: Clock;
  /** Whether the folder `programs` beside the repository is on the person's PATH. */
  readonly programs?: boolean;
  /** In place of a fresh one. */
  readonly folder?: string;
  /** In place of the real one. */
  readonly github?: Pick<LocalGitHub, 'socket' | 'url'>;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Fixture {
  readonly core: Core;
  readonly folder: string;
  readonly repository: string;
  readonly asked: (Question | PlanQuestion)[];
  readonly warnings: string[];
  /** Calls a tool; what a model reads of the answer stands in `text`. */
  readonly call: (name: string, input: unknown, call?: Partial<ToolCall>) => Promise<Answer>;
}

export interface Answer {
  readonly status: string;
  readonly code: string | undefined;
  readonly text: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** A core with its tools for one repository, of a person who says yes to everything. */
export async function makeTools(given: Given = {}): Promise<Fixture> {
  const folder = given.folder ?? temporaryFolder();
  const repository = given.folder === undefined ? makeRepository(folder) : join(folder, 'repo');
  git(repository, 'config', 'user.name', 'Ada');
  git(repository, 'config', 'user.email', 'ada@example.com');
  const asked: (Question | PlanQuestion)[] = [];
  const warnings: string[] = [];
  const ui: GateUi = {
    async decide(question, signal) {
      asked.push(question);
      return (await given.ui?.decide?.(question, signal)) ?? { kind: 'run' };
    },
    async decidePlan(question, signal) {
      asked.push(question);
      return (await given.ui?.decidePlan?.(question, signal)) ?? { kind: 'run' };
    },
  };
  const own = { ...personal(folder), ...given.environment };
  const host: Host = {
    workspace: { trusted: () => given.trusted ?? true, folders: () => [repository] },
    storage: {
      folder: join(folder, 'storage'),
      userFolder: join(folder, 'state'),
      loadStatusSettings: () => ({}),
      saveStatusSettings: () => {},
    },
    secrets: { environment: given.programs ? { ...own, PATH: `${own.PATH}:${join(folder, 'programs')}` } : own },
    github: given.github && { socket: given.github.socket, apiUrl: given.github.url },
    report: { log: () => {}, warn: message => warnings.push(message) },
    ui: { gate: async () => ui },
    settings: { ...DEFAULT_SETTINGS, ...given.settings },
    clock: given.clock,
  };
  const core = createCore(host);
  await core.start();
  const tools = await core.tools();
  return {
    ...{ core, folder, repository, asked, warnings },
    async call(name, input, call) {
      const signal = new AbortController().signal;
      const { status, code, text, facts } = await tools.call(name, input, { origin: 'chat', signal, ...call });
      return { status, code, text: text(16_000), facts };
    },
  };
}
