import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRemoteGate, type RemoteGateOptions } from '../../../src/core/windows/remote-gate.ts';
import { impact, listed, type SoFar } from '../../../src/core/writes/impact/impact.ts';
import { isGrave } from '../../../src/core/writes/impact/worse.ts';
import type { Decision, PlanDecision, PlanQuestion, Question } from '../../../src/core/writes/question.ts';
import { questionAbout } from '../../support/question.ts';
import { git } from '../git/support.ts';
import { openWindow, person, repository, type TestWindow, testGate } from './support.ts';

const windows: TestWindow[] = [];
afterEach(() => {
  for (const { server } of windows.splice(0)) server.dispose();
});

async function windowOf(...opened: Parameters<typeof openWindow>): Promise<TestWindow> {
  const window = await openWindow(...opened);
  windows.push(window);
  return window;
}

/** One window with one repository, and a process that asks. */
async function linked(given: Partial<RemoteGateOptions> = {}) {
  const { environment, registry } = person();
  const root = repository();
  const window = await windowOf(environment, root);
  return { root, registry, environment, window, ...asking(environment, given) };
}

function asking(environment: RemoteGateOptions['environment'], given: Partial<RemoteGateOptions> = {}) {
  const fallback = testGate();
  const errors: unknown[] = [];
  const gate = createRemoteGate({
    environment,
    version: '1.2.3',
    fallback: fallback.ui,
    redact: text => text,
    reportError: error => void errors.push(error),
    ...given,
  });
  return { gate, fallback, errors };
}

const ofMcp = (root: string, given: Partial<Question> = {}) =>
  questionAbout('git branch topic', { repository: root, origin: 'mcp', ...given });

const asked = async ({ questions }: Pick<TestWindow, 'questions'>, at = 0) => {
  await vi.waitUntil(() => questions.length > at, 5000);
  const found = questions[at];
  if (found === undefined) throw new Error('Nothing was asked.');
  return found;
};

describe('13.3 a question of another process is put to the window that has the repository', () => {
  it('also one that is no command: what a sandbox would push, with its files', async () => {
    const { gate, root, window } = await linked();
    const found = impact({
      sentences: ['Makes one commit of 1 file on made.'],
      files: listed(['+ /workspace/a (0.0 KB)']),
      preview: { kind: 'patch', text: '+a' },
    });
    const decided = gate.decide(
      ofMcp(root, { kind: 'push', text: 'Push abcdef "a" to made', impact: Promise.resolve(found) }),
    );
    const { question, answer } = await asked(window);
    expect(question).toMatchObject({ kind: 'push', text: 'Push abcdef "a" to made' });
    expect((await question.impact).files.items).toEqual(['+ /workspace/a (0.0 KB)']);
    answer({ kind: 'run' });
    expect(await decided).toEqual({ kind: 'run' });
  });

  it.each<Decision>([
    { kind: 'run' },
    { kind: 'allow' },
    { kind: 'fetch' },
    { kind: 'edit', text: 'git branch other' },
    { kind: 'declined' },
    { kind: 'declined', reason: 'main is frozen' },
  ])('and the decision comes back as it is: %j', async decision => {
    const { gate, window, root } = await linked();
    const decided = gate.decide(ofMcp(root));
    (await asked(window)).answer(decision);
    expect(await decided).toEqual(decision);
  });

  it('with all that a question shows', async () => {
    const { gate, window, root } = await linked();
    let hear: SoFar = () => {};
    let know = (_: ReturnType<typeof impact>) => {};
    const given = ofMcp(root, {
      caller: { call: 'c1', name: 'claude-code' },
      effects: ['writes-repo', 'runs-program'],
      risk: 'destructive',
      reason: 'starts a program',
      programs: [{ starts: 'later', text: 'core.hooksPath = /tmp/x' }],
      note: 'Again.',
      recovery: 'Undo does not reach it.',
      editable: false,
      impact: new Promise(resolve => {
        know = resolve;
      }),
      impactSoFar: heard => {
        hear = heard;
      },
      unsaved: found => (found.lost.total > 0 ? 'Too much.' : null),
      shape: Promise.resolve('git branch with a name'),
    });
    const decided = gate.decide(given);
    const { question, answer } = await asked(window);
    const { impact: _, impactSoFar: __, unsaved: ___, shape: ____, caller: _____, ...plain } = given;
    expect(question).toMatchObject({ ...plain, process: { pid: process.pid, name: 'claude-code' } });
    expect(await question.shape).toBe('git branch with a name');

    const heard: string[] = [];
    question.impactSoFar(found => void heard.push(found.sentences.join()));
    hear(impact({ sentences: ['Some.'] }));
    await vi.waitUntil(() => heard.length > 0);
    const whole = impact({
      sentences: ['All.'],
      lost: { items: ['a'], total: 3, inFolders: 2 },
      unreachable: listed([{ oid: 'a'.repeat(40), subject: 'Only here' }]),
      remote: [{ remote: 'origin', ref: 'refs/heads/main', from: null, to: 'b'.repeat(40), forced: true }],
      renames: [{ from: 'a', to: 'b' }],
      preview: { kind: 'worktree', from: null, paths: ['a'], goes: 'removed' },
      gitHub: { host: 'github.com', state: 'open', harms: ['deletes a label'], reverts: ['gh label create'] },
      rewrites: true,
      fetchFirst: 'git fetch origin',
      unknown: 'Not all is known.',
    });
    know(whole);
    const found = await question.impact;
    expect(heard).toEqual(['Some.', 'All.']);
    const { gitHub: ______, ...shown } = whole;
    expect(found).toMatchObject(shown);
    expect(found.gitHub?.harms).toEqual(['deletes a label']);
    expect(question.unsaved(found)).toBe('Too much.');
    answer({ kind: 'run' });
    expect(await decided).toEqual({ kind: 'run' });
  });

  it('a write of files too, with what is to be written, redacted', async () => {
    const { gate, window, root } = await linked({ redact: text => text.replaceAll('s3cret', '***') });
    const preview = { kind: 'contents', files: [{ path: 'a.txt', text: 's3cret\n' }], patch: '+s3cret\n' } as const;
    const given = ofMcp(root, {
      kind: 'write-files',
      text: 'Resolve 1 conflict in a.txt',
      impact: Promise.resolve(impact({ sentences: ['Writes 1 file.'], preview })),
    });
    const decided = gate.decide(given);
    const { question, answer } = await asked(window);
    expect(question).toMatchObject({ kind: 'write-files', text: 'Resolve 1 conflict in a.txt' });
    expect((await question.impact).preview).toEqual({
      kind: 'contents',
      files: [{ path: 'a.txt', text: '***\n' }],
      patch: '+***\n',
    });
    answer({ kind: 'run' });
    expect(await decided).toEqual({ kind: 'run' });
  });

  it('plans too, with the impact of each step', async () => {
    const { gate, window, root } = await linked();
    const plan: PlanQuestion = {
      repository: root,
      origin: 'mcp',
      note: null,
      steps: [
        {
          text: 'git status',
          verdict: { class: 'read-only', effects: [], risk: 'none', reason: 'reads' },
          impact: null,
        },
        {
          text: 'git branch a',
          verdict: { class: 'mutating', effects: ['writes-repo'], risk: 'local', reason: 'creates a branch' },
          impact: Promise.resolve(impact({ sentences: ['Creates a.'] })),
        },
      ],
    };
    const decision: PlanDecision = { kind: 'change', texts: ['git branch b'] };
    const decided = gate.decidePlan(plan);
    await vi.waitUntil(() => window.plans.length > 0);
    const { question, answer } = window.plans[0] ?? {};
    expect(question?.steps.map(({ text, verdict }) => ({ text, verdict }))).toEqual(
      plan.steps.map(({ text, verdict }) => ({ text, verdict })),
    );
    expect(question?.steps[0]?.impact).toBeNull();
    expect((await question?.steps[1]?.impact)?.sentences).toEqual(['Creates a.']);
    answer?.(decision);
    expect(await decided).toEqual(decision);
  });

  it('eight at once over one connection, each with its own answer', async () => {
    const { gate, window, root } = await linked();
    const decided = Array.from({ length: 8 }, (_, at) => gate.decide(ofMcp(root, { text: `git branch b${at}` })));
    await asked(window, 7);
    for (const { question, answer } of window.questions) answer({ kind: 'edit', text: question.text });
    const texts = (await Promise.all(decided)).map(decision => 'text' in decision && decision.text);
    expect(texts).toEqual(decided.map((_, at) => `git branch b${at}`));
  });
});

describe('13.3 which window is asked', () => {
  it('the one that the person was in last, of those that have the repository', async () => {
    const { environment } = person();
    const [root, other] = [repository(), repository()];
    const before = await windowOf(environment, root, 1);
    const last = await windowOf(environment, root, 3);
    const elsewhere = await windowOf(environment, other, 5);
    const { gate } = asking(environment);
    const decided = gate.decide(ofMcp(root));
    (await asked(last)).answer({ kind: 'run' });
    expect(await decided).toEqual({ kind: 'run' });
    expect([before, elsewhere].map(({ questions }) => questions.length)).toEqual([0, 0]);
  });

  it('one that has the work tree itself rather than a folder around it or another work tree of it', async () => {
    const { environment } = person();
    const root = repository();
    git(root, 'commit', '-q', '--allow-empty', '-m', 'First');
    const linked = join(dirname(root), 'linked');
    git(root, 'worktree', 'add', '-q', linked);
    const around = await windowOf(environment, root, 9);
    const own = await windowOf(environment, linked, 1);
    const { gate } = asking(environment);
    const first = gate.decide(ofMcp(linked));
    (await asked(own)).answer({ kind: 'run' });
    await first;
    own.server.dispose();
    const second = gate.decide(ofMcp(linked));
    const { question, answer } = await asked(around);
    expect(question.repository).toBe(linked);
    answer({ kind: 'declined' });
    await second;
  });

  it('by any folder of it, which is shown as its work tree', async () => {
    const { gate, window, root } = await linked();
    mkdirSync(join(root, 'src'));
    const decided = gate.decide(ofMcp(join(root, 'src')));
    const { question, answer } = await asked(window);
    expect(question.repository).toBe(root);
    answer({ kind: 'run' });
    await decided;
  });

  it('none: the one who is asked otherwise', async () => {
    const { environment } = person();
    const root = repository();
    await windowOf(environment, repository());
    const { gate, fallback } = asking(environment);
    const decided = gate.decide(ofMcp(root));
    (await asked(fallback)).answer({ kind: 'run' });
    expect(await decided).toEqual({ kind: 'run' });
  });

  it.each<Partial<Question>>([
    { origin: 'palette' },
    { origin: 'chat' },
    { text: `git commit -m '${'x'.repeat(100_000)}'` },
  ])('nor for what a window does not take', async given => {
    const { gate, window, root, fallback } = await linked();
    const decided = gate.decide(ofMcp(root, given));
    (await asked(fallback)).answer({ kind: 'declined' });
    await decided;
    expect(window.questions).toEqual([]);
  });

  it('nor for what is no folder, whatever else lies in the registry', async () => {
    const { gate, registry, root, fallback, errors } = await linked();
    writeFileSync(join(registry, 'window-00000000000000aa.json'), '[]');
    mkdirSync(join(registry, 'window-00000000000000bb.json'));
    const decided = gate.decide(ofMcp(root, { repository: '\0' }));
    (await asked(fallback)).answer({ kind: 'declined' });
    await decided;
    expect(errors).toHaveLength(0);
  });
});

describe('13.3 a question is taken back', () => {
  it('when nobody waits for it any more', async () => {
    const { gate, window, root, fallback } = await linked();
    const over = new AbortController();
    const decided = gate.decide(ofMcp(root), over.signal);
    const { signal } = await asked(window);
    over.abort();
    expect(await decided).toEqual({ kind: 'declined' });
    await vi.waitUntil(() => signal.aborted, 5000);
    expect(fallback.questions).toEqual([]);
  });

  it('and is not put when that was so before', async () => {
    const { gate, window, root } = await linked();
    expect(await gate.decide(ofMcp(root), AbortSignal.abort())).toEqual({ kind: 'declined' });
    expect(window.questions).toEqual([]);
  });
});

describe('4.6 what leaves the process', () => {
  it('holds no secret that it knows, and a command with one cannot be edited', async () => {
    const { gate, window, root } = await linked({ redact: text => text.replaceAll('s3cret-value', '***') });
    const secret = impact({ sentences: ['Sends s3cret-value.'], addresses: ['https://s3cret-value@x'] });
    const decided = gate.decide(
      ofMcp(root, { text: 'git tag s3cret-value', subject: 'git tag s3cret-value', impact: Promise.resolve(secret) }),
    );
    const { question, answer } = await asked(window);
    expect(question).toMatchObject({ text: 'git tag ***', subject: 'git tag ***', editable: false });
    expect(JSON.stringify(await question.impact)).not.toContain('s3cret');
    answer({ kind: 'run' });
    await decided;
  });

  it('fits into a frame, whatever there is to tell', async () => {
    const { gate, window, root } = await linked();
    const names = Array.from({ length: 5000 }, (_, at) => `${'ü'.repeat(3000)}${at}`);
    const many = { items: names.slice(0, 200), rest: names.slice(200), total: 5000 };
    const forced = { remote: 'origin', ref: 'refs/heads/main', from: null, to: 'b'.repeat(40), forced: true };
    const found = impact({
      ...{ sentences: names, lost: many, conflicts: many, files: many, addresses: names },
      remote: [...Array.from({ length: 300 }, () => ({ ...forced, forced: false })), forced],
      preview: { kind: 'patch', text: 'x'.repeat(3_000_000) },
    });
    const decided = gate.decide(ofMcp(root, { impact: Promise.resolve(found) }));
    const { question, answer } = await asked(window);
    const shown = await question.impact;
    expect(shown.lost.total).toBe(5000);
    expect(shown.preview).toBeNull();
    expect(isGrave('local', shown)).toBe(true);
    expect(isGrave('local', { ...shown, lost: listed([]) })).toBe(true);
    answer({ kind: 'run' });
    expect(await decided).toEqual({ kind: 'run' });
  });
});
