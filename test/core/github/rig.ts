import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from '../../../src/core/command/command.ts';
import { type Core, createCore } from '../../../src/core/core.ts';
import type { RunResult } from '../../../src/core/git/result.ts';
import type { TokenStore } from '../../../src/core/github/tokens/sources.ts';
import { type CoreSettings, DEFAULT_SETTINGS, type Host } from '../../../src/core/host.ts';
import type { Question } from '../../../src/core/writes/question.ts';
import type { GhProgram } from '../../github/gh.ts';
import type { LocalGitHub } from '../../github/server.ts';
import { makeRepository, personal } from '../git/fixture.ts';
import { git, temporaryFolder } from '../git/support.ts';

/** A store of tokens as an editor has one. */
export function memoryTokens(): TokenStore & { readonly kept: ReadonlyMap<string, string> } {
  const kept = new Map<string, string>();
  const listeners = new Set<() => void>();
  const keyOf = (host: string, account?: string) => (account === undefined ? host : `${host}/${account.toLowerCase()}`);
  return {
    kept,
    get: async (host, account) => kept.get(keyOf(host, account)),
    async set(host, token, account) {
      if (token === undefined) kept.delete(keyOf(host, account));
      else kept.set(keyOf(host, account), token);
      for (const listener of listeners) listener();
    },
    listen(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
}

export interface GitHubRig {
  readonly core: Core;
  readonly folder: string;
  readonly repository: string;
  readonly storage: string;
  readonly stored: ReturnType<typeof memoryTokens>;
  readonly session: ReturnType<typeof memoryTokens>;
  readonly settings: { -readonly [Name in keyof CoreSettings]: CoreSettings[Name] };
  /** Every line of the log, and everything the person was told or asked. */
  readonly lines: string[];
  readonly questions: Question[];
  /** Runs a command as a person does, whoever has to be asked saying yes; of a read its result. */
  run(text: string): Promise<RunResult | { readonly refused: string; readonly github: string | undefined }>;
  dispose(): void;
}

export interface Given {
  /** The real one without it. */
  readonly github?: Pick<LocalGitHub, 'socket' | 'url'>;
  readonly program?: GhProgram;
  readonly environment?: Readonly<Record<string, string>>;
  readonly settings?: Partial<CoreSettings>;
  readonly trusted?: () => boolean;
  /** What happens while a question is open, before the person says yes. */
  readonly whileAsked?: (question: Question) => Promise<void>;
  /** Who is asked; one who says yes without it. */
  readonly gate?: Host['ui']['gate'] | undefined;
  /** Where `origin` leads; nowhere without it. */
  readonly origin?: string;
}

/** A whole core for one repository, whose gh and Octokit ask a local GitHub. */
export async function gitHubRig(given: Given): Promise<GitHubRig> {
  const { github, program, trusted = () => true } = given;
  const folder = temporaryFolder();
  const repository = makeRepository(folder);
  if (given.origin !== undefined) git(repository, 'remote', 'add', 'origin', given.origin);
  const storage = join(folder, 'storage');
  mkdirSync(storage);
  const [stored, session] = [memoryTokens(), memoryTokens()];
  const lines: string[] = [];
  const questions: Question[] = [];
  const settings = { ...DEFAULT_SETTINGS, ghPath: program?.path ?? 'gh', ...given.settings };
  const host: Host = {
    workspace: { trusted, folders: () => [repository] },
    storage: {
      folder: storage,
      userFolder: join(storage, 'user'),
      loadStatusSettings: () => ({}),
      saveStatusSettings: () => {},
    },
    secrets: { stored, session, environment: { ...personal(folder), ...given.environment } },
    github: github && { socket: github.socket, apiUrl: github.url },
    report: { log: line => lines.push(line), warn: line => lines.push(line), folder: join(storage, 'logs') },
    ui: {
      gate:
        given.gate ??
        (async () => ({
          async decide(question) {
            questions.push(question);
            await given.whileAsked?.(question);
            return { kind: 'run' };
          },
          decidePlan: async () => ({ kind: 'run' }),
        })),
    },
    settings,
  };
  const core = createCore(host);
  await core.start();
  const run: GitHubRig['run'] = async text => {
    const done = await core.execute((text.split(' ')[0] ?? 'gh') as Program, text, { repository, origin: 'palette' });
    if (done.kind === 'panel') {
      const { result, failure } = await done.done;
      // A run that brought nothing leaves the result before it.
      return { ...(result ?? {}), ...(failure && { ok: false, failure }) } as RunResult;
    }
    if (done.kind === 'ran') return done.result;
    return { refused: done.message, github: done.github };
  };
  return {
    ...{ core, folder, repository, storage, stored, session, settings, lines, questions, run },
    dispose: () => core.dispose(),
  };
}
