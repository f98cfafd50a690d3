import { describe, expect, test } from 'vitest';
import { detect } from '../../../webview/render/detect.ts';
import type { Document, Kind } from '../../../webview/render/document.ts';
import { finishRun, startRun } from '../../github/changes/actions.ts';
import { addComment } from '../../github/changes/conversations.ts';
import { eachGh, type World } from '../../github/each-gh.ts';
import { commandForPage } from '../../support/verdict-of.ts';
import { PLAIN, render } from './fixture.ts';

const KINDS: readonly (readonly [command: string, kind: Kind])[] = [
  ['pr list --state all', 'table'],
  ['pr view FIX', 'markdown'],
  ['pr view QUOTES --comments', 'markdown'],
  ['pr checks FIX', 'checks'],
  ['pr diff FIX', 'diff'],
  ['issue list --state all', 'table'],
  ['issue view CRASH', 'markdown'],
  ['issue view CRASH --comments', 'markdown'],
  ['issue view FIX', 'markdown'],
  ['issue status', 'report'],
  ['release list', 'table'],
  ['release view v0.9.0', 'markdown'],
  ['repo view', 'markdown'],
  ['repo list octo', 'table'],
  ['run list', 'table'],
  ['run view BAD', 'report'],
  ['run view BAD --log', 'run-log'],
  ['run view BAD --log-failed', 'run-log'],
  ['workflow list', 'table'],
  ['workflow view CI', 'report'],
  ['workflow view CI --yaml', 'text'],
  ['label list', 'table'],
  ['search prs understand', 'table'],
  ['pr list --json number,title', 'table'],
  ['api repos/octo/demo', 'json'],
];

/** Runs a command in the sample's repository and shows what it printed. */
async function shownOf(world: World, words: string): Promise<Document & { readonly output: string }> {
  const { gh, sample } = world;
  const numbers: Readonly<Record<string, number>> = {
    FIX: sample.fix.number,
    QUOTES: sample.quotes.number,
    CRASH: sample.crash.number,
    BAD: sample.bad.databaseId,
  };
  const args = words.split(' ').map(word => String(numbers[word] ?? word));
  const takesRepository = !/^(?:search|api|repo)\b/.test(words);
  const named = words === 'repo view' ? [...args, 'octo/demo'] : args;
  const { stdout } = await gh.run(takesRepository ? [...named, '-R', 'octo/demo'] : named);
  const command = commandForPage(`gh ${args.join(' ')}`);
  return { ...render(detect(command, stdout), stdout, PLAIN, command), output: stdout };
}

const textsOf = ({ rows }: Document) => rows.map(({ text }) => text);

eachGh(world => {
  // The older ask for what GitHub has retired.
  const withOld = () => {
    world().github.state.classicProjects = true;
    return world();
  };

  test.each(KINDS)('gh %s is shown as %s', async (words, kind) => {
    const shown = await shownOf(withOld(), words);
    expect(shown.output).not.toBe('');
    expect(shown.kind).toBe(kind);
    expect(shown.rows.length).toBeGreaterThan(0);
  });

  test('lists have a name for every column', async () => {
    for (const [words] of KINDS.filter(([, kind]) => kind === 'table')) {
      const { columns } = await shownOf(withOld(), words);
      expect(columns?.map(({ name }) => name).join(' '), words).not.toContain('Column 1');
    }
  });

  test('a pull request has its facts on top and the fields that say something below', async () => {
    const [title, , , ...rest] = textsOf(await shownOf(withOld(), 'pr view FIX'));
    expect(title).toContain('title:\tFix the crash on empty input\nstate:\tOPEN\nauthor:\thubot');
    expect(rest).toEqual([
      'reviewers:\tmonalisa (Requested), octo/core (Requested)',
      `url:\thttps://github.com/octo/demo/pull/${world().sample.fix.number}`,
      `Closes #${world().sample.crash.number}`,
    ]);
  });

  test('checks are in groups, what failed first', async () => {
    const { rows } = await shownOf(withOld(), 'pr checks FIX');
    const texts = rows.map(({ text, depth }) => `${'  '.repeat(depth)}${text.split('\t')[0]}`);
    expect(texts).toEqual([
      '4 checks: 1 failed, 1 running, 2 passed',
      ...['Failed', '  build', 'Running', '  ci/deploy', 'Passed', '  coverage', '  lint'],
    ]);
  });

  test('a run has jobs that head their steps', async () => {
    const { rows } = await shownOf(withOld(), 'run view BAD');
    const heads = rows.filter(({ heads }) => heads).map(({ text }) => text.replace(/ in .*/, ''));
    expect(heads).toEqual(['JOBS', 'X build', 'ANNOTATIONS']);
  });

  describe('a log', () => {
    const steps = [
      { name: 'Set up job', log: ['Runner 2.300', '##[group]System', 'Ubuntu', '##[endgroup]', 'Ready'] },
      {
        name: 'Run tests',
        log: [
          '##[group]make test',
          '\u001b[36;1mmake test\u001b[0m',
          '##[endgroup]',
          '\u001b[31m✗ empty\u001b[0m',
          '##[error]Exit 1.',
        ],
        conclusion: 'FAILURE' as const,
      },
    ];
    const failing = async (options: string) => {
      const { github, sample, gh } = world();
      const jobs = [{ name: 'test (ubuntu-latest, 20)', steps }];
      const run = startRun(github.state, { workflow: sample.workflow, branch: 'main', actor: sample.hubot, jobs });
      finishRun(github.state, run);
      const output = await gh.text('run', 'view', String(run.databaseId), options, '-R', 'octo/demo');
      const command = commandForPage(`gh run view ${run.databaseId} ${options}`);
      return render(detect(command, output), output, PLAIN, command).rows.map(
        ({ text, depth, heads, closed }) => `${'  '.repeat(depth)}${heads ? (closed ? '> ' : 'v ') : ''}${text}`,
      );
    };

    test('has the steps that failed open, groups folded, and no escape sequence in its text', async () => {
      expect(await failing('--log')).toEqual([
        'v test (ubuntu-latest, 20)',
        '  > Set up job',
        '    Runner 2.300',
        '    > System',
        '      Ubuntu',
        '    Ready',
        '  v Run tests',
        '    > make test',
        '      make test',
        '    ✗ empty',
        '    Exit 1.',
      ]);
    });

    test('of what failed only is open', async () => {
      expect((await failing('--log-failed')).slice(0, 3)).toEqual([
        'v test (ubuntu-latest, 20)',
        '  v Run tests',
        '    > make test',
      ]);
    });
  });

  test('a comment that looks like a field changes nothing but itself', async () => {
    const { github, sample } = withOld();
    addComment(github.state, sample.wish, sample.outsider, 'one\n--\nstate:\tMERGED\n--\ntwo');
    const shown = await shownOf(world(), `issue view ${sample.wish.number} --comments`);
    expect(shown.rows.filter(({ heads, depth }) => heads && depth === 0)).toHaveLength(1);
  });
});
