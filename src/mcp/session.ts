import type { JSONRPCMessage, McpServerFactory } from '@modelcontextprotocol/server';
import { changeOf } from '../core/change.ts';
import { type Core, createCore } from '../core/core.ts';
import { createUnattended } from '../core/writes/unattended.ts';
import { VERSION } from '../shared/version.ts';
import type { McpArguments } from './arguments.ts';
import { whoIsAsked } from './ask.ts';
import { createCalls } from './calls.ts';
import { type McpHostOptions, mcpHost } from './host.ts';
import { createListening } from './listening.ts';
import { createQuestions } from './questions.ts';
import { createResources } from './resources.ts';
import { foldersFor, rootsOf } from './roots.ts';
import { createServerFactory } from './server.ts';

export interface SessionOptions
  extends Pick<McpArguments, 'repositories' | 'terms'>,
    Pick<McpHostOptions, 'environment' | 'say' | 'scratch'> {
  /** The folder to work in where none is named. */
  readonly here: string;
  /** The folder that this was built into, with the page of the app. */
  readonly built: string;
  /** How long a question waits for an answer. */
  readonly questionMs?: number | undefined;
}

/** One core, and the server that gives a client its tools. */
export interface Session {
  readonly core: Core;
  readonly factory: McpServerFactory;
  readonly reportError: (error: unknown) => void;
  /** Takes each message of the client before the server has it. */
  readonly heard: (message: JSONRPCMessage) => void;
  /** Declines what is asked, and resolves when what writes has come to its end. */
  finish(): Promise<void>;
  dispose(): void;
}

/** As long as a person is ready to come back to a question. */
const QUESTION_MS = 5 * 60_000;

export function createSession({
  repositories,
  terms,
  here,
  built,
  questionMs = QUESTION_MS,
  ...host
}: SessionOptions): Session {
  let folders = foldersFor(repositories, here, []);
  let showsForms = false;
  const questions = createQuestions({ timeoutMs: questionMs, reportError: error => reportError(error) });
  const gate = whoIsAsked({
    questions,
    canShow: () => showsForms,
    unattended: terms && createUnattended({ terms, now: Date.now }),
    environment: host.environment,
    say: host.say,
  });
  const core = createCore(mcpHost({ ...host, folders: () => folders, gate }));
  const reportError = core.reportErrorIn('The MCP server');
  /** A folder that cannot be looked into has no repositories, which the tools say. */
  const find = () => core.findRepositories().catch(reportError);
  let found = find();
  const tools = async () => {
    await found;
    return core.tools();
  };
  /** No work tree is watched: what was read of one is out of date by the next call. */
  const before = () => {
    for (const { root } of core.repositories.list()) {
      const change = changeOf(root, ['worktree']);
      core.panels.touched(change);
      core.status.touched(root, change.touched);
    }
  };
  const calls = createCalls({ tools, questions, before, reportError });
  const resources = createResources({ core, calls, reportError });
  return {
    core,
    factory: createServerFactory({
      version: VERSION,
      tools,
      calls,
      questions,
      resources,
      findPanel: core.panels.panels.find,
      built,
      heardOf(client) {
        ({ showsForms } = client);
      },
      greeted(server) {
        const asked = rootsOf(server).catch(reportError);
        found = Promise.all([asked, found]).then(([roots]) => {
          if (!roots) return;
          folders = foldersFor(repositories, here, roots);
          return find();
        });
      },
      reportError,
    }),
    reportError,
    heard: createListening(resources.watch).heard,
    async finish() {
      questions.close();
      await calls.finish();
    },
    dispose: core.dispose,
  };
}
