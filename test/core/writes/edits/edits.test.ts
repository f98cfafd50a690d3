import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Core, createCore } from '../../../../src/core/core.ts';
import { DEFAULT_SETTINGS, type Host } from '../../../../src/core/host.ts';
import type { Origin } from '../../../../src/core/origin.ts';
import type { Decision, EditTextRequest, Question } from '../../../../src/core/writes/question.ts';
import { personal } from '../../git/fixture.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';

const cores: Core[] = [];
afterEach(() => {
  for (const core of cores.splice(0)) core.dispose();
});

type Edit = (request: EditTextRequest) => string | undefined;

/** A repository of four commits and a person who edits texts so. Its config names programs that must never run. */
async function newWindow(edits: readonly Edit[], answer: Decision = { kind: 'run' }) {
  const folder = temporaryFolder();
  const repository = newRepository(folder, 'edited');
  git(repository, 'config', 'user.name', 'Ada');
  git(repository, 'config', 'user.email', 'ada@example.com');
  for (const name of ['one', 'two', 'three', 'four']) commit(repository, { [`${name}.txt`]: `${name}\n` }, name);
  const ran = join(folder, 'ran');
  for (const key of ['core.editor', 'sequence.editor']) git(repository, 'config', key, `touch '${ran}'; false`);
  const asked: Question[] = [];
  const shown: EditTextRequest[] = [];
  const ui: Host['ui'] = {
    gate: async () => ({
      async decide(question) {
        await question.impact;
        asked.push(question);
        return answer;
      },
      decidePlan: async () => ({ kind: 'run' }),
    }),
    async editText(request) {
      shown.push(request);
      return edits[shown.length - 1]?.(request);
    },
  };
  const core = createCore({
    workspace: { trusted: () => true, folders: () => [repository] },
    storage: { folder: join(folder, 'storage'), loadStatusSettings: () => ({}), saveStatusSettings: () => {} },
    secrets: { environment: personal(folder) },
    report: { log: () => {}, warn: () => {} },
    ui,
    settings: DEFAULT_SETTINGS,
  });
  cores.push(core);
  await core.start();
  const run = (text: string, origin: Origin = 'palette') => core.execute('git', text, { repository, origin });
  const subjects = (range = 'HEAD') => git(repository, 'log', '--format=%s', range).trim().split('\n');
  const sentences = async () => (await asked.at(-1)?.impact)?.sentences ?? [];
  const undo = async () => (await core.writes()).undo({ repository, origin: 'palette' });
  return { core, repository, run, asked, shown, subjects, sentences, undo, programRan: () => existsSync(ran) };
}

const swap =
  (from: string | RegExp, to: string): Edit =>
  ({ text }) =>
    text.replace(from, to);

describe('nobody but a person reaches an editor', () => {
  const INTERACTIVE = [
    'git rebase -i HEAD~2',
    'git rebase --interactive HEAD~2',
    'git revert --edit HEAD',
    'git merge --edit main',
  ];

  it.each(['chat', 'mcp', 'cli'] as const)('%s is refused, with the form that works', async origin => {
    const { run, shown, asked, subjects, programRan } = await newWindow([swap('', '')]);
    for (const text of INTERACTIVE) expect(await run(text, origin), text).toMatchObject({ kind: 'refused' });
    const { message = '' } = (await run('git rebase -i HEAD~2', origin)) as { message?: string };
    expect(message).toContain('rebase --onto');
    await run('git commit --allow-empty', origin);
    await run('git commit --amend', origin);
    await run('git tag -a v1', origin);
    expect(shown).toEqual([]);
    expect(asked.map(({ text }) => text)).toEqual(['git commit --allow-empty', 'git commit --amend', 'git tag -a v1']);
    expect(subjects()).toEqual(['four', 'three', 'two', 'one']);
    expect(programRan()).toBe(false);
  });

  it('nor does a plan, nor a step of one, whoever sent it', async () => {
    const { core, repository, shown, subjects } = await newWindow([swap('', '')]);
    expect(await core.runPlan(['git rebase -i HEAD~2'], { repository, origin: 'palette' })).toMatchObject({
      kind: 'refused',
    });
    await core.runPlan(['git commit --amend'], { repository, origin: 'palette' });
    expect(shown).toEqual([]);
    expect(subjects()).toEqual(['four', 'three', 'two', 'one']);
  });

  it('other words that make git ask, and programs, stay refused for a person too', async () => {
    const { run, shown } = await newWindow([swap('', '')]);
    for (const text of [
      'git rebase -i -x sh HEAD~2',
      'git rebase --edit-todo',
      'git add -p',
      'git commit -p',
      'git rebase -ix true HEAD~2',
    ])
      expect(await run(text), text).toMatchObject({ kind: 'refused' });
    expect(shown).toEqual([]);
  });

  it('add -p leads a person to the status view', async () => {
    const { run } = await newWindow([]);
    const { message = '' } = (await run('git add -p')) as { message?: string };
    expect(message).toContain('status view');
    const { message: toModel = '' } = (await run('git add -p', 'chat')) as { message?: string };
    expect(toModel).not.toContain('status view');
  });
});

describe('rebase -i', () => {
  it('the list is shown oldest first; what was edited is what runs, through the gate, and is undone as one', async () => {
    const window = await newWindow([
      ({ text }) => {
        const [two, three, four] = text.split('\n');
        return [four, two?.replace('pick', 'drop'), three].join('\n');
      },
    ]);
    const before = git(window.repository, 'rev-parse', 'HEAD');
    expect(await window.run('git rebase -i HEAD~3')).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(
      window.shown[0]?.text
        .split('\n')
        .slice(0, 3)
        .map(line => line.split(' ')[2]),
    ).toEqual(['two', 'three', 'four']);
    expect(window.asked.map(({ text }) => text)).toEqual(['git rebase -i HEAD~3']);
    expect((await window.sentences()).join('\n')).toMatch(/Drops .*two/);
    expect(window.subjects()).toEqual(['three', 'four', 'one']);
    expect(existsSync(join(window.repository, 'two.txt'))).toBe(false);
    expect(window.programRan()).toBe(false);
    expect(await window.undo()).toMatchObject({ kind: 'undone' });
    expect(git(window.repository, 'rev-parse', 'HEAD')).toBe(before);
  });

  it('rewords and combines with the messages the person wrote', async () => {
    const window = await newWindow([
      ({ text }) => text.replace(/^pick (\S+ two)/m, 'reword $1').replace(/^pick (\S+ four)/m, 'squash $1'),
      () => 'second, by Ada\n\nwith a body\n# a comment',
      ({ text }) => {
        expect(text).toContain('three');
        expect(text).toContain('four');
        return 'three and four';
      },
    ]);
    expect(await window.run('git rebase -i HEAD~3')).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(window.subjects()).toEqual(['three and four', 'second, by Ada', 'one']);
    expect(git(window.repository, 'log', '-1', '--format=%B', 'HEAD~1').trim()).toBe('second, by Ada\n\nwith a body');
    expect(readFileSync(join(window.repository, 'four.txt'), 'utf8')).toBe('four\n');
    expect(window.programRan()).toBe(false);
  });

  it('predicts the conflicts of the order that was chosen', async () => {
    const window = await newWindow([({ text }) => text.split('\n').slice(0, 2).reverse().join('\n')], {
      kind: 'declined',
    });
    commit(window.repository, { 'one.txt': 'uno\n' }, 'five');
    commit(window.repository, { 'one.txt': 'eins\n' }, 'six');
    expect(await window.run('git rebase -i HEAD~2')).toMatchObject({ kind: 'declined' });
    expect((await window.asked[0]?.impact)?.conflicts.items).toEqual(['one.txt']);
  });

  it.each([
    ['closing the editor', (): string | undefined => undefined],
    ['an empty list', (): string | undefined => '# nothing\n'],
  ] as const)('%s changes nothing', async (_how, edit) => {
    const window = await newWindow([edit]);
    const before = git(window.repository, 'for-each-ref') + git(window.repository, 'reflog');
    expect(await window.run('git rebase -i HEAD~2')).toMatchObject({ kind: 'declined' });
    expect(window.asked).toEqual([]);
    expect(git(window.repository, 'for-each-ref') + git(window.repository, 'reflog')).toBe(before);
    expect(existsSync(join(window.repository, '.git', 'rebase-merge'))).toBe(false);
  });

  it.each([
    ['exec touch /tmp/x', 'exec'],
    ['pick 0000000000', '0000000000'],
    ['update-ref refs/heads/x', 'update-ref'],
    ['label x', 'label'],
    ['squash HEAD', 'HEAD'],
  ])('the line “%s” is shown again with what is wrong with it, and never runs', async (line, word) => {
    const window = await newWindow([({ text }) => `${line}\n${text}`, () => undefined]);
    expect(await window.run('git rebase -i HEAD~2')).toMatchObject({ kind: 'declined' });
    expect(window.shown).toHaveLength(2);
    expect(window.shown[1]?.problem).toContain('Line 1');
    expect(window.shown[1]?.problem).toContain(word);
    expect(window.asked).toEqual([]);
  });

  it('a subject cannot become a line of the list', async () => {
    const window = await newWindow([({ text }) => text]);
    write(window.repository, { 'x.txt': 'x' });
    git(window.repository, 'add', '-A');
    git(window.repository, 'commit', '-qm', 'exec touch x\rexec touch y\u2028exec touch z');
    await window.run('git rebase -i --force-rebase HEAD~2');
    expect(window.shown[0]?.text.split(/\r\n|[\n\r\u2028]/).filter(line => line.startsWith('exec'))).toEqual([]);
  });
});

describe('messages', () => {
  it('commit without one asks for it; comments go, the rest is the message', async () => {
    const window = await newWindow([() => '-dash first\n\nbody\n# left out']);
    writeFileSync(join(window.repository, 'one.txt'), 'changed\n');
    expect(await window.run('git commit -a')).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(git(window.repository, 'log', '-1', '--format=%B').trim()).toBe('-dash first\n\nbody');
    expect(window.programRan()).toBe(false);
  });

  it('commit --amend begins with the message there is', async () => {
    const window = await newWindow([swap('four', 'fourth')]);
    expect(await window.run('git commit --amend')).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(window.subjects('HEAD~1..')).toEqual(['fourth']);
  });

  it('merge --edit, tag -a and revert --edit take an edited message', async () => {
    const window = await newWindow([() => 'merged by hand', () => 'a release', ({ text }) => `Taken back\n\n${text}`]);
    git(window.repository, 'switch', '-qc', 'topic', 'HEAD~1');
    commit(window.repository, { 'topic.txt': 't\n' }, 'topic');
    expect(await window.run('git merge --edit main')).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(window.subjects()[0]).toBe('merged by hand');
    expect(await window.run('git tag -a v1')).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(git(window.repository, 'tag', '-n1', 'v1')).toContain('a release');
    expect(await window.run('git revert --edit HEAD~1')).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(window.subjects()[0]).toBe('Taken back');
    expect(window.programRan()).toBe(false);
  });

  it.each(['git commit --allow-empty', 'git commit --amend', 'git tag -a v1', 'git revert --edit HEAD'])(
    '%s with no message is nothing',
    async text => {
      const window = await newWindow([() => '# only a comment\n\n']);
      const before = git(window.repository, 'for-each-ref') + git(window.repository, 'reflog');
      expect(await window.run(text)).toMatchObject({ kind: 'declined' });
      expect(window.asked).toEqual([]);
      expect(git(window.repository, 'for-each-ref') + git(window.repository, 'reflog')).toBe(before);
    },
  );

  it('who gives a message is not asked for one', async () => {
    const window = await newWindow([]);
    for (const text of [
      'git commit --amend --no-edit',
      'git commit --allow-empty -m x',
      'git tag v2',
      'git tag -a v3 -m x',
    ])
      expect(await window.run(text), text).toMatchObject({ kind: 'ran', result: { ok: true } });
    expect(window.shown).toEqual([]);
  });
});
