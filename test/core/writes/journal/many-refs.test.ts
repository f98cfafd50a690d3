import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { createAskGit } from '../../../../src/core/git/ask-git.ts';
import { gitFrom } from '../../../../src/core/git/writer.ts';
import { onlyRefs } from '../../../../src/core/writes/snapshot-scope.ts';
import { environment, git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository } from '../../repository/support.ts';
import { fingerprint, journalWith, recorded, repositoryAt, undone } from './fixture.ts';

const parent = temporaryFolder();

function withRefs(name: string, count: number): string {
  const folder = newRepository(parent, name);
  commit(folder, { 'a.txt': 'one\n' }, 'one');
  const head = git(folder, 'rev-parse', 'HEAD').trim();
  const tree = git(folder, 'rev-parse', 'HEAD^{tree}').trim();
  const make = (at: number) => git(folder, 'commit-tree', '-m', `${at}`, tree).trim();
  const commits = [head, ...Array.from({ length: 30 }, (_, at) => make(at))];
  const lines = Array.from({ length: count }, (_, at) => `create refs/remotes/origin/b${at} ${commits[at % 31]}\n`);
  execFileSync('git', ['update-ref', '--stdin'], { cwd: folder, input: lines.join('') });
  return folder;
}

const manifests = (folder: string): string[] =>
  git(folder, 'for-each-ref', '--format=%(refname)', 'refs/sluice/journal')
    .trim()
    .split('\n')
    .map(ref => git(folder, 'cat-file', 'blob', `${ref}:entry`));

describe('E3 a repository with many refs', () => {
  it('an entry says which refs changed, not which there are', async () => {
    const folder = withRefs('many', 3000);
    const journal = journalWith();
    const first = await fingerprint(folder);
    await recorded(journal, folder, ['tag', 'made']);
    const [manifest = ''] = manifests(folder);
    expect(manifest.length).toBeLessThan(5000);
    expect(manifest).toContain('refs/tags/made');
    await undone(journal, folder);
    expect(await fingerprint(folder)).toEqual(first);
  });

  it('one that is pending says them in a blob that all share, and one that was cut off is settled by it', async () => {
    const folder = withRefs('cut', 300);
    git(folder, 'branch', 'old');
    const repository = await repositoryAt(folder);
    const journal = journalWith();
    const facts = { repository, origin: 'cli', group: null, remote: [], evenUnsaved: false } as const;
    const first = await fingerprint(folder);
    for (const command of ['one', 'two'])
      expect(await journal.begin({ ...facts, touches: onlyRefs, command })).toMatchObject({ ok: true });
    const lists = manifests(folder).map(text => JSON.parse(text).before[0]);
    expect(lists.map(({ refs }) => refs)).toEqual([{}, {}]);
    expect(new Set(lists.map(({ refList }) => refList)).size).toBe(1);
    git(folder, 'update-ref', '-d', 'refs/remotes/origin/b7');
    git(folder, 'branch', '-D', 'old');
    // Another process, to which the first is gone.
    const next = journalWith();
    const planned = await next.planUndo(repository);
    expect(planned).toMatchObject({
      ok: true,
      plan: { restores: expect.arrayContaining([expect.stringContaining('old')]) },
    });
    if (planned.ok) expect(await next.undo(planned.plan, 'all', 'cli')).toMatchObject({ ok: true });
    expect(await fingerprint(folder)).toEqual(first);
  });

  it('nobody asks of all refs whether they reach a commit that its branch still reaches', async () => {
    const folder = withRefs('asked', 300);
    const asked: string[][] = [];
    const real = createAskGit({ environment });
    const journal = journalWith({
      git: gitFrom(async (args, cwd, options) => {
        asked.push([...args, String(options?.input ?? '')]);
        return real(args, cwd, options);
      }),
    });
    await recorded(journal, folder, ['commit', '--allow-empty', '-m', 'two']);
    const walks = asked.filter(([subcommand]) => subcommand === 'rev-list').flat();
    expect(walks.join(' ').length).toBeLessThan(1000);
  });
});
