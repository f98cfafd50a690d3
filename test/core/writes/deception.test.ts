import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { git } from '../git/support.ts';
import { forgetful, newRepository, person, rig } from './rig.ts';

const yes = { kind: 'run' } as const;
const no = { kind: 'declined' } as const;
const allow = { kind: 'allow' } as const;

let folder: string;
let repository: string;
beforeEach(() => {
  ({ folder, repository } = newRepository());
});

const write = (name: string, content: string, mode = 0o644) => {
  mkdirSync(join(repository, name, '..'), { recursive: true });
  writeFileSync(join(repository, name), content, { mode });
};
const commit = (files: Readonly<Record<string, string>>, message: string): string => {
  for (const [name, content] of Object.entries(files)) write(name, content);
  git(repository, 'add', '-A');
  git(repository, 'commit', '-qm', message, '--allow-empty');
  return git(repository, 'rev-parse', 'HEAD').trim();
};
const bare = (name: string): string => {
  git(folder, 'init', '-q', '--bare', name);
  return join(folder, name);
};

/** A bare repository beside it, known as `origin`, that has `main`; then a branch with one commit more. */
function onTopic(): string {
  const origin = bare('origin.git');
  git(repository, 'remote', 'add', 'origin', origin);
  git(repository, 'push', '-q', 'origin', 'main');
  git(repository, 'fetch', '-q', 'origin');
  git(repository, 'checkout', '-qb', 'topic');
  commit({ 'topic.txt': 'topic\n' }, 'topic');
  return origin;
}

/** Asks about a command and says no, for what is shown. */
async function shown(text: string) {
  const ui = person([no]);
  const { gate, command, request } = rig(folder, ui, forgetful);
  await gate(command(text), request);
  const [question] = ui.asked;
  return { impact: await question?.impact, shape: await question?.shape };
}

/** Allows a command for the session, and asks for it again after a change. */
async function allowedThen(text: string, change: () => unknown, again = text) {
  const ui = person([allow, no]);
  const { gate, command, request, allowances } = rig(folder, ui, forgetful);
  expect(await gate(command(text), request)).toMatchObject({ kind: 'ran', result: { ok: true } });
  expect(allowances.list()).toHaveLength(1);
  await change();
  return (await gate(command(again), request)).kind;
}

describe('replace refs and a push', () => {
  it('shows what is sent, not what stands in its place here', async () => {
    onTopic();
    const secret = commit({ 'secret.txt': 'secret\n' }, 'secret');
    const innocent = git(repository, 'commit-tree', '-p', 'topic~1', '-m', 'innocent', 'topic~1^{tree}').trim();
    git(repository, 'replace', secret, innocent);
    const { impact } = await shown('git push origin topic');
    expect(impact?.leaving.items.map(({ subject }) => subject)).toEqual(['secret', 'topic']);
    expect(impact?.files.items).toEqual(['secret.txt', 'topic.txt']);
    // The editor's diff would show what stands in its place.
    expect(impact?.preview).toBeNull();
  });
});

describe('settings that take the journal along', () => {
  const refuses = async (text: string) => {
    const { gate, command, request } = rig(folder, person([yes]), forgetful);
    return gate(command(text), request);
  };
  const entry = () => git(repository, 'update-ref', 'refs/sluice/journal/x', 'HEAD^{tree}');

  it.each([
    ['refs/sluice/*:refs/heads/taken/*', 'git push origin'],
    ['refs/sluice/journal/x:refs/heads/taken', 'git push origin'],
    ['refs/s*:refs/tags/s*', 'git push origin'],
  ])('remote.origin.push = %s', async (refspec, text) => {
    const origin = onTopic();
    entry();
    git(repository, 'config', 'remote.origin.push', refspec);
    expect(await refuses(text)).toMatchObject({ kind: 'refused' });
    expect(git(origin, 'for-each-ref', '--format=%(refname)').trim()).toBe('refs/heads/main');
  });

  it.each([
    ['Push: refs/sluice/*:refs/heads/taken/*', 'git push old'],
    ['Pull: +refs/*:refs/*', 'git fetch old'],
    ['Pull: +refs/*:refs/*', 'git fetch --prune old'],
  ])('a file of .git/remotes that says %s', async (line, text) => {
    const origin = onTopic();
    entry();
    write('.git/remotes/old', `URL: ${origin}\n${line}\n`);
    expect(await refuses(text)).toMatchObject({ kind: 'refused' });
  });
});

describe('an allowance ends', () => {
  it.each<[string, string, string]>([
    ['git commit --allow-empty -m one', 'pre-commit', 'git commit --allow-empty -m one'],
    ['git switch main', 'post-checkout', 'git switch topic'],
    ['git push origin topic', 'pre-push', 'git push origin topic'],
    ['git branch one', 'reference-transaction', 'git branch two'],
  ])('%s: when the hook %s appears', async (text, hook, again) => {
    onTopic();
    const change = () => {
      if (text.startsWith('git push')) commit({}, 'more');
      write(`.git/hooks/${hook}`, '#!/bin/sh\n', 0o755);
    };
    expect(await allowedThen(text, change, again)).toBe('declined');
  });

  it('when a hook is another program', async () => {
    onTopic();
    write('.git/hooks/pre-commit', '#!/bin/sh\n', 0o755);
    const change = () => write('.git/hooks/pre-commit', '#!/bin/sh\ntrue\n', 0o755);
    expect(await allowedThen('git commit --allow-empty -m one', change)).toBe('declined');
  });

  it.each([
    ['filter.x.clean', 'cat'],
    ['core.hooksPath', 'elsewhere'],
    ['gpg.program', './gpg'],
    ['core.fsmonitor', './monitor'],
  ])('when the config names a program: %s', async (key, value) => {
    const change = () => git(repository, 'config', key, value);
    expect(await allowedThen('git add .', change)).toBe('declined');
  });

  it.each(['git commit --allow-empty -m one', 'git merge main', 'git cherry-pick --no-commit main'])(
    '%s: when another branch is checked out',
    async text => {
      onTopic();
      expect(await allowedThen(text, () => git(repository, 'switch', '-qc', 'other'))).toBe('declined');
    },
  );

  it('not when a branch is checked out that it has nothing to do with', async () => {
    onTopic();
    const change = () => git(repository, 'switch', '-qc', 'other');
    expect(await allowedThen('git fetch origin', change)).toBe('ran');
  });
});

describe('no allowance is offered', () => {
  it('for a pull that rewrites commits by config', async () => {
    onTopic();
    git(repository, 'branch', '-q', '--set-upstream-to=origin/main');
    git(repository, 'config', 'pull.rebase', 'true');
    git(repository, 'switch', '-q', 'main');
    commit({ 'main.txt': 'main\n' }, 'main');
    git(repository, 'push', '-q', 'origin', 'main');
    git(repository, 'switch', '-q', 'topic');
    const { impact, shape } = await shown('git pull');
    expect([impact?.rewrites, shape]).toEqual([true, null]);
  });

  it('for a push to the default branch of the repository that -C leads to, or by its address', async () => {
    const origin = onTopic();
    git(repository, 'push', '-q', 'origin', 'main:develop');
    git(origin, 'symbolic-ref', 'HEAD', 'refs/heads/develop');
    git(repository, 'clone', '-q', origin, 'inner');
    git(join(repository, 'inner'), 'config', 'user.name', 'Ada');
    git(join(repository, 'inner'), 'config', 'user.email', 'ada@example.com');
    git(join(repository, 'inner'), 'commit', '-qm', 'more', '--allow-empty');
    expect((await shown('git -C inner push origin develop')).shape).toBeNull();
    git(repository, 'fetch', '-q', 'origin');
    git(repository, 'remote', 'set-head', 'origin', 'develop');
    expect((await shown(`git push ${origin} topic:develop`)).shape).toBeNull();
  });

  it.each([
    ['submodule.recurse', 'true'],
    ['push.recurseSubmodules', 'on-demand'],
  ])('for a push that goes on into submodules by %s', async (key, value) => {
    onTopic();
    git(folder, 'clone', '-q', 'origin.git', 'library');
    git(repository, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', join(folder, 'library'), 'lib');
    git(repository, 'commit', '-qm', 'lib');
    git(repository, 'config', key, value);
    const { impact, shape } = await shown('git push origin topic');
    expect([impact?.sentences.some(each => each.startsWith('Submodules would be pushed too')), shape]).toEqual([
      true,
      null,
    ]);
  });

  it('but for a fetch, which says that it may go on into submodules', async () => {
    onTopic();
    expect((await shown('git fetch origin')).impact?.sentences).toHaveLength(1);
    write('.gitmodules', '');
    const { impact, shape } = await shown('git fetch origin');
    expect(impact?.sentences[1]).toBe('Submodules may be fetched too; Undo leaves what is fetched there.');
    expect(shape).toContain('exactly git fetch origin');
    git(repository, 'config', 'fetch.recurseSubmodules', 'false');
    expect((await shown('git fetch origin')).impact?.sentences).toHaveLength(1);
  });

  it('for a push by a file of .git/remotes or .git/branches, which says where it goes', async () => {
    const origin = onTopic();
    write('.git/remotes/old', `URL: ${origin}\n`);
    write('.git/branches/older', `${origin}\n`);
    expect((await shown('git push old topic')).shape).toBeNull();
    expect((await shown('git push older topic')).shape).toBeNull();
  });
});

describe('a yes does not cover', () => {
  it('a hook that appears while the question waits', async () => {
    onTopic();
    const ui = person([
      async ({ impact }) => {
        await impact;
        write('.git/hooks/pre-commit', '#!/bin/sh\n', 0o755);
        return yes;
      },
      no,
    ]);
    const { gate, command, request } = rig(folder, ui, forgetful);
    expect((await gate(command('git commit --allow-empty -m one'), request)).kind).toBe('declined');
    expect(ui.asked).toHaveLength(2);
  });

  it('a hook that a step before it has brought into play', async () => {
    onTopic();
    git(repository, 'config', 'core.hooksPath', 'hooks');
    write('hooks/pre-commit', '#!/bin/sh\n', 0o755);
    commit({}, 'hooks');
    git(repository, 'switch', '-q', 'main');
    const ui = person([no], [yes]);
    const { runPlan, request } = rig(folder, ui, forgetful);
    const outcome = await runPlan(['git switch topic', 'git commit --allow-empty -m one'], request);
    expect(outcome).toMatchObject({ ok: false, steps: [{ outcome: 'done' }, { outcome: 'declined' }] });
  });
});
