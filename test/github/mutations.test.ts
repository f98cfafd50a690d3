import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { finishRun } from './changes/actions.ts';
import { eachGh } from './each-gh.ts';
import { hubotToken } from './sample.ts';
import type { Issue, PullRequest } from './state/types.ts';

const inDemo = ['-R', 'octo/demo'];

eachGh(world => {
  /** The clock moves before each test, so that what a command touches is seen by its time. */
  beforeEach(() => {
    world().github.clock.advance({ minutes: 1 });
    world().github.log.clear();
  });
  const now = () => world().github.clock.stamp();
  const operations = () =>
    world()
      .github.log.writes()
      .map(({ operation, method, path }) => operation?.fields[0] ?? `${method} ${path}`);
  const newest = <T extends Issue | PullRequest>() => [...world().sample.demo.conversations.values()].at(-1) as T;

  describe('issues', () => {
    test('create, with label, assignee, milestone and project', async () => {
      const { gh, sample } = world();
      const url = await gh.text(
        ...['issue', 'create', ...inDemo, '--title', 'New', '--body', 'Text', '--label', 'bug'],
        ...['--assignee', '@me', '--milestone', 'v1.0', '--project', 'Roadmap'],
      );
      const issue = newest<Issue>();
      expect(url).toBe(`https://github.com/octo/demo/issues/${issue.number}\n`);
      expect(issue).toMatchObject({
        title: 'New',
        body: 'Text',
        state: 'OPEN',
        author: sample.monalisa,
        labels: [sample.bug],
      });
      expect(issue).toMatchObject({ assignees: [sample.monalisa], milestone: sample.milestone, createdAt: now() });
      expect(sample.project.items.map(({ content }) => content)).toContain(issue);
      expect(operations()).toEqual(['createIssue', 'addProjectV2ItemById']);
    });

    test('close with a reason and a comment, reopen', async () => {
      const { gh, sample, github } = world();
      await gh.text('issue', 'close', '2', ...inDemo, '--reason', 'not planned', '--comment', 'Later.');
      expect(sample.wish).toMatchObject({
        state: 'CLOSED',
        stateReason: 'NOT_PLANNED',
        closedAt: now(),
        updatedAt: now(),
      });
      expect(sample.wish.comments.at(-1)).toMatchObject({ body: 'Later.', author: sample.monalisa });
      github.clock.advance({ minutes: 1 });
      await gh.text('issue', 'reopen', '2', ...inDemo);
      expect(sample.wish).toMatchObject({ state: 'OPEN', closedAt: null, updatedAt: now() });
      expect(operations()).toEqual(['addComment', 'closeIssue', 'reopenIssue']);
    });

    test('comment, and edit the last one', async () => {
      const { gh, sample } = world();
      const url = await gh.text('issue', 'comment', '1', ...inDemo, '--body', 'Looking.');
      const comment = sample.crash.comments.at(-1);
      expect(comment).toMatchObject({ body: 'Looking.', createdAt: now() });
      expect(url).toBe(`https://github.com/octo/demo/issues/1#issuecomment-${comment?.databaseId}\n`);
      expect(sample.crash.updatedAt).toBe(now());
      await gh.text('issue', 'comment', '1', ...inDemo, '--edit-last', '--body', 'Found it.');
      expect(comment).toMatchObject({ body: 'Found it.', edited: true });
    });

    test('edit', async () => {
      const { gh, sample } = world();
      await gh.text(
        ...['issue', 'edit', '1', ...inDemo, '--title', 'Crash!', '--add-label', 'enhancement'],
        ...['--remove-label', 'bug', '--add-assignee', 'hubot'],
      );
      const { crash, enhancement, monalisa, hubot } = sample;
      expect(crash).toMatchObject({
        title: 'Crash!',
        labels: [enhancement],
        assignees: [monalisa, hubot],
        updatedAt: now(),
      });
    });

    test('pin, lock, unlock, transfer, delete', async () => {
      const { gh, sample } = world();
      await gh.text('issue', 'pin', '1', ...inDemo);
      await gh.text('issue', 'lock', '1', ...inDemo, '--reason', 'spam');
      expect(sample.crash).toMatchObject({ isPinned: true, locked: true, lockReason: 'SPAM' });
      await gh.text('issue', 'unlock', '1', ...inDemo);
      expect(sample.crash.locked).toBe(false);
      const url = await gh.text('issue', 'transfer', '2', 'monalisa/dotfiles', ...inDemo);
      expect(url).toBe('https://github.com/monalisa/dotfiles/issues/1\n');
      await gh.text('issue', 'delete', '3', ...inDemo, '--yes');
      expect([...sample.demo.conversations.keys()]).not.toEqual(expect.arrayContaining([2]));
      expect(sample.demo.conversations.has(3)).toBe(false);
    });
  });

  describe('pull requests', () => {
    test('create as a draft, with label and reviewer', async () => {
      const { gh, sample } = world();
      await gh.text(
        ...[
          'pr',
          'create',
          ...inDemo,
          '--head',
          'idea',
          '--base',
          'main',
          '--title',
          'Idea',
          '--body',
          'Again',
          '--draft',
        ],
        ...['--label', 'bug', '--reviewer', 'hubot', '--assignee', '@me'],
      );
      expect(newest<PullRequest>()).toMatchObject({
        title: 'Idea',
        isDraft: true,
        headRefName: 'idea',
        baseRefName: 'main',
      });
      expect(newest<PullRequest>()).toMatchObject({
        labels: [sample.bug],
        reviewRequests: [sample.hubot],
        author: sample.monalisa,
      });
      expect(operations()).toEqual(['createPullRequest', 'updatePullRequest', 'requestReviews']);
    });

    test('ready, comment, review', async () => {
      const { gh, sample } = world();
      await gh.text('pr', 'ready', '5', ...inDemo);
      expect(sample.quotes).toMatchObject({ isDraft: false, updatedAt: now() });
      await gh.text('pr', 'comment', '4', ...inDemo, '--body', 'Nice.');
      expect(sample.fix.comments.at(-1)).toMatchObject({ body: 'Nice.' });
      await gh.text('pr', 'review', '4', ...inDemo, '--approve', '--body', 'Fine.');
      expect(sample.fix.reviews.at(-1)).toMatchObject({ state: 'APPROVED', body: 'Fine.', author: sample.monalisa });
      expect(sample.fix.reviewRequests).toEqual([sample.core]);
      expect((await gh.run(['pr', 'review', '5', ...inDemo, '--approve'])).stderr).toContain(
        'Can not approve your own pull request',
      );
    });

    test('edit asks for classic projects first, so it works only where there are some', async () => {
      const { gh, sample, github } = world();
      const edit = [
        'pr',
        'edit',
        '4',
        ...inDemo,
        '--title',
        'Better title',
        '--add-label',
        'bug',
        '--add-reviewer',
        'outsider',
      ];
      expect(await gh.run(edit)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Projects (classic)') });
      github.state.classicProjects = true;
      sample.demo.collaborators.push({ user: sample.outsider, permission: 'triage' });
      await gh.text(...edit);
      expect(sample.fix).toMatchObject({ title: 'Better title', labels: [sample.bug], updatedAt: now() });
      expect(sample.fix.reviewRequests).toContain(sample.outsider);
      expect(await gh.text('pr', 'view', '4', ...inDemo)).toMatch(
        /^title:\tBetter title\nstate:\tOPEN\nauthor:\thubot\n/,
      );
      github.state.classicProjects = false;
    });

    test('close and reopen', async () => {
      const { gh, sample } = world();
      await gh.text('pr', 'close', '5', ...inDemo, '--comment', 'Not now.');
      expect(sample.quotes).toMatchObject({ state: 'CLOSED', closedAt: now(), updatedAt: now() });
      await gh.text('pr', 'reopen', '5', ...inDemo);
      expect(sample.quotes).toMatchObject({ state: 'OPEN', closedAt: null });
    });

    test('who does not administer the repository cannot merge past its rules', async () => {
      const { gh, sample } = world();
      const merge = () => gh.run(['pr', 'merge', '4', ...inDemo, '--merge'], { env: { GH_TOKEN: hubotToken } });
      // gh asks whether it can be merged; as long as nobody knows, GitHub has to refuse.
      sample.fix.mergeability = 'unknown';
      expect(await merge()).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('Required status check "build" is failing.'),
      });
      expect(await merge()).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining('the base branch policy prohibits the merge'),
      });
      expect(sample.fix.state).toBe('OPEN');
    });

    test('merge moves the base branch, deletes the head, closes what it fixes', async () => {
      const { gh, sample } = world();
      const { git } = sample.demo;
      const before = git.branch('main');
      await gh.text('pr', 'merge', '4', ...inDemo, '--squash', '--delete-branch', '--subject', 'Squashed', '--admin');
      const after = git.branch('main') ?? '';
      expect(git.commit(after)).toMatchObject({ parents: [before], message: expect.stringMatching(/^Squashed/) });
      expect(sample.fix).toMatchObject({
        state: 'MERGED',
        mergeCommit: after,
        mergedBy: sample.monalisa,
        updatedAt: now(),
      });
      expect(git.branch('fix-crash')).toBeUndefined();
      expect(sample.crash).toMatchObject({ state: 'CLOSED', stateReason: 'COMPLETED' });
      expect(git.at(after, 'src/parser.ts')).toBeDefined();
    });
  });

  test('labels: create, create again by force, edit, delete', async () => {
    const { gh, sample } = world();
    await gh.text('label', 'create', 'chore', ...inDemo, '--color', 'ff0000', '--description', 'Work');
    const label = sample.demo.labels.at(-1);
    expect(label).toMatchObject({ name: 'chore', color: 'ff0000', description: 'Work' });
    expect((await gh.run(['label', 'create', 'chore', ...inDemo])).exitCode).toBe(1);
    await gh.text('label', 'create', 'chore', ...inDemo, '--color', '00ff00', '--force');
    await gh.text('label', 'edit', 'chore', ...inDemo, '--name', 'chores');
    expect(label).toMatchObject({ name: 'chores', color: '00ff00' });
    await gh.text('label', 'delete', 'chores', ...inDemo, ...(await yes(['label', 'delete'])));
    expect(sample.demo.labels).not.toContain(label);
  });

  /** Newer ghs call it `--yes`, older ones `--confirm`. */
  async function yes(command: string[]): Promise<string[]> {
    return (await world().gh.text(...command, '--help')).includes('--yes') ? ['--yes'] : ['--confirm'];
  }

  test('releases: create, edit, upload, delete with the tag', async () => {
    const { gh, sample } = world();
    const { demo } = sample;
    await gh.text('release', 'create', 'v2', ...inDemo, '--title', 'Two', '--notes', 'Notes');
    expect(demo.releases.at(-1)).toMatchObject({ tagName: 'v2', name: 'Two', body: 'Notes', publishedAt: now() });
    expect(demo.git.ref('refs/tags/v2')).toBe(demo.git.branch('main'));
    await gh.text('release', 'edit', 'v2', ...inDemo, '--title', 'Deux');
    expect(demo.releases.at(-1)?.name).toBe('Deux');
    writeFileSync(join(gh.cwd, 'file.txt'), 'content\n');
    await gh.text('release', 'upload', 'v2', ...inDemo, 'file.txt');
    expect(demo.releases.at(-1)?.assets[0]?.content.toString()).toBe('content\n');
    await gh.text('release', 'delete', 'v2', ...inDemo, '--yes', '--cleanup-tag');
    expect(demo.releases.map(({ tagName }) => tagName)).not.toContain('v2');
    expect(demo.git.ref('refs/tags/v2')).toBeUndefined();
  });

  test('runs: rerun what failed, cancel; workflows: disable, enable, run', async () => {
    const { gh, sample, github } = world();
    const id = `${sample.bad.databaseId}`;
    await gh.text('run', 'rerun', id, '--failed', ...inDemo);
    expect(sample.bad).toMatchObject({ attempt: 2, status: 'QUEUED', conclusion: null, updatedAt: now() });
    expect(sample.bad.jobs.map(({ name, attempt }) => `${name} ${attempt}`)).toEqual([
      'build 1',
      'lint 1',
      'build 2',
      'lint 2',
    ]);
    await gh.text('run', 'cancel', id, ...inDemo);
    expect(sample.bad).toMatchObject({ status: 'COMPLETED', conclusion: 'CANCELLED' });
    await gh.text('workflow', 'disable', 'CI', ...inDemo);
    expect(sample.workflow.state).toBe('disabled_manually');
    await gh.text('workflow', 'enable', 'ci.yml', ...inDemo);
    await gh.text('workflow', 'run', 'ci.yml', '--ref', 'main', ...inDemo);
    const started = sample.demo.runs.at(-1);
    expect(started).toMatchObject({ event: 'workflow_dispatch', headBranch: 'main', status: 'IN_PROGRESS' });
    if (started) finishRun(github.state, started);
  });

  test('gists: create, edit, delete', async () => {
    const { gh, sample, github } = world();
    writeFileSync(join(gh.cwd, 'new.md'), '# New\n');
    const url = await gh.text('gist', 'create', 'new.md', '--public', '--desc', 'Made');
    const gist = github.state.gists.at(-1);
    expect(url).toBe(`https://gist.github.com/${gist?.name}\n`);
    expect(gist).toMatchObject({ description: 'Made', isPublic: true, owner: sample.monalisa });
    await gh.text('gist', 'edit', `${gist?.name}`, '--add', 'new.md', '--desc', 'Edited');
    expect(gist).toMatchObject({ description: 'Edited', updatedAt: now() });
    await gh.text('gist', 'delete', `${gist?.name}`);
    expect(github.state.gists).not.toContain(gist);
  });

  test('repositories: edit, archive', async () => {
    const { gh, sample } = world();
    await gh.text('repo', 'edit', 'octo/demo', '--description', 'Other', '--add-topic', 'new', '--enable-wiki=false');
    expect(sample.demo).toMatchObject({ description: 'Other', topics: ['demo', 'cli', 'new'], updatedAt: now() });
    expect(sample.demo.settings.hasWikiEnabled).toBe(false);
    await gh.text('repo', 'archive', 'octo/demo', ...(await yes(['repo', 'archive'])));
    expect(sample.demo.isArchived).toBe(true);
    expect((await gh.run(['issue', 'comment', '1', ...inDemo, '--body', 'No'])).stderr).toContain(
      'Repository was archived so is read-only.',
    );
    sample.demo.isArchived = false;
  });

  test('nothing that gh asked for was missing', () => {
    expect(world().github.log.missing()).toEqual([]);
  });
});
