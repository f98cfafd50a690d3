import { isMutating } from '../../../../src/core/command/command.ts';
import { parse } from '../../../../src/core/command/parse.ts';
import { createGitReader } from '../../../../src/core/git/reader.ts';
import { createGitHubClient } from '../../../../src/core/github/create-client.ts';
import { createImpactOfGh } from '../../../../src/core/github/impact/impact-of-gh.ts';
import type { Impact } from '../../../../src/core/writes/impact/impact.ts';
import { Gh, type GhProgram, type GhResult } from '../../../github/gh.ts';
import { addSample, type Sample, token } from '../../../github/sample.ts';
import { type LocalGitHub, startGitHub } from '../../../github/server.ts';
import { pullsOf } from '../../../github/state/state.ts';
import type { Repository } from '../../../github/state/types.ts';
import { commandOf } from '../../../support/verdict-of.ts';

/** A local GitHub with the sample, somebody who looks at it as the gate does, and a gh that really does it. */
export interface ImpactRig {
  readonly github: LocalGitHub;
  readonly sample: Sample;
  readonly gh: Gh;
  /** What is said that a command would do. */
  told(command: string): Promise<Impact>;
  run(command: string): Promise<GhResult>;
  /** All of the sample that a command of the tests can change, the times left out. */
  state(): string;
  stop(): Promise<void>;
}

export async function startRig(program: GhProgram, secret = token): Promise<ImpactRig> {
  const github = await startGitHub();
  const sample = addSample(github);
  const gh = new Gh(program, github);
  const facts = {
    host: 'github.com',
    source: 'environment',
    kind: 'classic',
    last4: secret.slice(-4),
    state: 'untried',
  } as const;
  const client = createGitHubClient({
    tokens: { inUse: async () => ({ facts, fingerprint: 'x', secret }), accountOf: () => undefined, judge() {} },
    apiUrl: github.url,
    now: () => github.clock.now(),
  });
  const git = createGitReader({ git: () => 'git', environment: gh.environment() });
  const impactOf = createImpactOfGh({ client, git, hosts: { all: () => ['github.com'], usual: () => 'github.com' } });
  return {
    github,
    sample,
    gh,
    async told(text) {
      const command = commandOf(text, { roots: [gh.cwd], cwd: gh.cwd });
      if (!isMutating(command)) throw new Error(`${text} is ${command.verdict.class}: ${command.verdict.reason}`);
      return impactOf(command, gh.cwd, AbortSignal.timeout(30_000));
    },
    run(text) {
      const parsed = parse('gh', text);
      if (!parsed.ok) throw new Error(parsed.message);
      return gh.run([...parsed.args]);
    },
    state: () => JSON.stringify([...github.state.repositories.values()].map(stateOf), undefined, 1),
    async stop() {
      gh.remove();
      await github.stop();
    },
  };
}

function stateOf(one: Repository): unknown {
  const pulls = new Map(pullsOf(one).map(pull => [pull.number, pull]));
  return {
    name: one.name,
    visibility: one.visibility,
    description: one.description,
    archived: one.isArchived,
    refs: [...one.git.refs()],
    conversations: [...one.conversations.values()].map(each => ({
      number: each.number,
      title: each.title,
      state: each.state,
      locked: each.locked,
      labels: each.labels.map(({ name }) => name),
      assignees: each.assignees.map(({ login }) => login),
      milestone: each.milestone?.title,
      comments: each.comments.map(({ body }) => body),
      pinned: 'isPinned' in each && each.isPinned,
      draft: pulls.get(each.number)?.isDraft,
      base: pulls.get(each.number)?.baseRefName,
      reviews: pulls.get(each.number)?.reviews.map(({ state }) => state),
      auto: pulls.get(each.number)?.autoMerge?.method,
    })),
    labels: one.labels.map(({ name, color, description }) => [name, color, description]),
    releases: one.releases.map(({ tagName, name, assets }) => [tagName, name, assets.map(asset => asset.name)]),
    workflows: one.workflows.map(({ name, state }) => [name, state]),
    runs: one.runs.map(({ databaseId, attempt, status, conclusion }) => [databaseId, attempt, status, conclusion]),
    caches: one.caches.map(({ key }) => key),
    secrets: one.secrets.map(({ name, updatedAt }) => [name, updatedAt]),
    variables: one.variables.map(({ name, value }) => [name, value]),
  };
}
