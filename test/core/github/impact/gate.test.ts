import { afterEach, expect, test } from 'vitest';
import type { Question } from '../../../../src/core/writes/question.ts';
import { addCheck } from '../../../github/changes/actions.ts';
import { editConversation } from '../../../github/changes/conversations.ts';
import { eachGh, type World } from '../../../github/each-gh.ts';
import { token } from '../../../github/sample.ts';
import { type GitHubRig, type Given, gitHubRig } from '../rig.ts';

const rigs: GitHubRig[] = [];
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.dispose();
});

eachGh((world, program) => {
  const newRig = async (given: Partial<Given> = {}) => {
    const rig = await gitHubRig({
      ...{ github: world().github, program, origin: 'https://github.com/octo/demo.git' },
      settings: { impactTimeoutMs: 60_000 },
      ...given,
    });
    rigs.push(rig);
    await rig.stored.set('github.com', token);
    return rig;
  };
  const journalOf = async ({ core }: GitHubRig) => {
    const [repository] = core.repositories.list();
    if (repository === undefined) throw new Error('There is no repository.');
    return { repository, journal: (await core.writes()).journal };
  };
  /** Does something on GitHub while the first question is open. */
  const meanwhile = (act: (world: World) => void) => {
    let isFirst = true;
    return async ({ impact }: Question) => {
      await impact;
      if (isFirst) act(world());
      isFirst = false;
    };
  };

  test('a change of GitHub is told before it runs, listed with what takes it back, and never undone', async () => {
    const rig = await newRig();
    const { sample } = world();
    expect(await rig.run('gh issue close 1')).toMatchObject({ ok: true });
    expect(sample.crash.state).toBe('CLOSED');
    const [question] = rig.questions;
    expect((await question?.impact)?.sentences[0]).toBe("Closes issue #1 'Crash on empty input' by outsider.");
    const { journal, repository } = await journalOf(rig);
    const [entry] = await journal.list(repository);
    expect(entry).toMatchObject({
      command: 'gh issue close 1',
      outcome: 'ok',
      changes: ["Closes issue #1 'Crash on empty input' by outsider."],
      reverts: ['gh issue reopen 1 -R octo/demo'],
      sentTo: ['github.com'],
    });
    const plan = await journal.planUndo(repository);
    expect(plan).toMatchObject({ ok: false, code: 'only-remote', reverts: ['gh issue reopen 1 -R octo/demo'] });
    expect(await rig.run(entry?.reverts[0] ?? '')).toMatchObject({ ok: true });
    expect(sample.crash.state).toBe('OPEN');
  });

  test('what is new is taken back by the address that gh prints', async () => {
    const rig = await newRig();
    const { sample } = world();
    const before = sample.wish.comments.length;
    expect(await rig.run("gh issue comment 2 --body 'Hello there'")).toMatchObject({ ok: true });
    expect(sample.wish.comments).toHaveLength(before + 1);
    const { journal, repository } = await journalOf(rig);
    const [entry] = await journal.list(repository);
    expect(entry?.reverts).toEqual([
      expect.stringMatching(/^gh api -X DELETE repos\/octo\/demo\/issues\/comments\/\d+$/),
    ]);
    expect(await rig.run(entry?.reverts[0] ?? '')).toMatchObject({ ok: true });
    expect(sample.wish.comments).toHaveLength(before);
    // Nothing brings that back, and it is listed all the same.
    expect((await journal.list(repository))[0]).toMatchObject({ reverts: [], sentTo: ['github.com'] });
  });

  test.each([
    [
      'its head moved',
      ({ sample: { demo, fix, hubot }, github: { state } }: World) => {
        fix.headOid = demo.git.commitFiles(
          'fix-crash',
          { 'more.txt': 'more\n' },
          { message: 'More', author: state.signature(hubot) },
        );
      },
    ],
    [
      'it goes elsewhere',
      ({ sample: { fix } }: World) => {
        fix.baseRefName = fix.baseRefName === 'docs' ? 'main' : 'docs';
      },
    ],
    [
      'a check failed',
      ({ sample: { demo, fix }, github: { state } }: World) => {
        addCheck(state, { repository: demo, oid: fix.headOid, name: `late ${program.version}`, conclusion: 'FAILURE' });
      },
    ],
    [
      'its title changed',
      ({ sample: { fix }, github: { state } }: World) => {
        editConversation(state, fix, { title: `Other ${fix.title}` });
      },
    ],
  ])('a yes to a merge does not hold when %s', async (_what, act) => {
    const rig = await newRig({ whileAsked: meanwhile(act) });
    await rig.run('gh pr merge 4 --squash --auto');
    expect(rig.questions).toHaveLength(2);
    expect(rig.questions[1]?.note).toBe('The repository changed while this waited. Check again what will change.');
  });

  test('nothing is asked again when nothing changed', async () => {
    const rig = await newRig();
    await rig.run('gh pr lock 5');
    expect(rig.questions).toHaveLength(1);
    await rig.run('gh pr unlock 5');
    expect(rig.questions).toHaveLength(2);
  });

  test('GitHub panels and the status view are touched by it', async () => {
    const rig = await newRig();
    const touched: string[] = [];
    rig.core.ownChanges.listen(({ touched: facets, p6 }) => touched.push([...facets, p6].join()));
    await rig.run('gh issue pin 1');
    expect(touched).toEqual([expect.stringMatching(/github.*true$/)]);
    await rig.run('gh issue unpin 1');
  });
});
