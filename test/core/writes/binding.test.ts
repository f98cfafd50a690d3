import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { listed, unknownImpact } from '../../../src/core/writes/impact/impact.ts';
import type { ImpactOf } from '../../../src/core/writes/impact/impact-of.ts';
import { git } from '../git/support.ts';
import { forgetful, newRepository, person, rig } from './rig.ts';

const yes = { kind: 'run' } as const;
const no = { kind: 'declined' } as const;
const MOVED_ON = 'The repository changed while this waited. Check again what will change.';

let folder: string;
let repository: string;
beforeEach(() => {
  ({ folder, repository } = newRepository());
});

const write = (name: string, content: string) => writeFileSync(join(repository, name), content);
const commit = (message: string) => git(repository, 'commit', '-qm', message, '--allow-empty');

/** A bare repository beside it, known as `origin`, that has `main`. */
function withOrigin(): string {
  const origin = join(folder, 'origin.git');
  git(folder, 'init', '-q', '--bare', 'origin.git');
  git(repository, 'remote', 'add', 'origin', origin);
  git(repository, 'push', '-q', 'origin', 'main');
  git(repository, 'fetch', '-q', 'origin');
  return origin;
}

/** Asks about a command, makes a change while the question waits, and says yes; then says no if it is asked again. */
async function answered(text: string, change: () => unknown, given: Parameters<typeof rig>[3] = {}) {
  const ui = person([
    async ({ impact }) => {
      await impact;
      change();
      return yes;
    },
    no,
  ]);
  const { gate, command, request } = rig(folder, ui, forgetful, given);
  const passed = await gate(command(text), request);
  return { kind: passed.kind, notes: ui.asked.map(({ note }) => note) };
}

const FILES_CHANGED = 'Files that would be lost changed while this waited, and may change again.';
const askedAgain = { kind: 'declined', notes: [null, MOVED_ON] };
const ran = { kind: 'ran', notes: [null] };

describe('a yes binds what is shown', () => {
  const addTo = (branch: string) => {
    const tree = git(repository, 'rev-parse', 'HEAD^{tree}').trim();
    const made = git(repository, 'commit-tree', '-p', branch, '-m', 'sneaked in', tree).trim();
    git(repository, 'update-ref', `refs/heads/${branch}`, made);
  };
  const setUp = () => {
    withOrigin();
    git(repository, 'branch', 'topic');
    git(repository, 'branch', 'spare');
    git(repository, 'tag', 'v1');
    addTo('topic');
  };

  it.each<[string, string, () => unknown]>([
    ['its branch got a commit', 'git push origin topic', () => addTo('topic')],
    ['its branch got a commit', 'git push origin topic:other', () => addTo('topic')],
    ['one of its branches got a commit', 'git push --all origin', () => addTo('spare')],
    ['pushurl', 'git push origin topic', () => git(repository, 'config', 'remote.origin.pushurl', '/elsewhere.git')],
    ['url', 'git push origin topic', () => git(repository, 'config', 'remote.origin.url', '/elsewhere.git')],
    ['insteadOf', 'git push origin topic', () => git(repository, 'config', 'url./elsewhere/.insteadOf', folder)],
    ['pushInsteadOf', 'git push origin topic', () => git(repository, 'config', 'url./e/.pushInsteadOf', folder)],
    ['push.default', 'git push origin topic', () => git(repository, 'config', 'push.default', 'matching')],
    [
      'a tag that follows',
      'git push --follow-tags origin topic',
      () => git(repository, 'tag', '-am', 'x', 'x', 'topic'),
    ],
    ['the branch to fetch from', 'git fetch origin', () => git(repository, 'config', 'remote.origin.url', '/e.git')],
    ['the branch that is merged', 'git merge topic', () => addTo('topic')],
    ['the branch that is deleted', 'git branch -D topic', () => addTo('topic')],
    ['the start of a branch', 'git branch new topic~1', () => addTo('topic')],
    ['the commit of a tag', 'git tag -f v1 topic', () => addTo('topic')],
    ['the value of a ref', 'git update-ref refs/heads/spare topic', () => addTo('spare')],
    ['what is taken from', 'git checkout topic', () => addTo('topic')],
    ['pull.rebase', 'git pull origin main', () => git(repository, 'config', 'pull.rebase', 'true')],
    ['gh: its repository', 'gh pr merge 1', () => git(repository, 'config', 'remote.origin.url', '/e.git')],
    ['gh: its branch', 'gh pr create --fill', () => commit('more')],
  ])('%s moved: %s asks again', async (_, text, change) => {
    setUp();
    expect(await answered(text, change)).toEqual(askedAgain);
  });

  it.each<[string, string, () => unknown]>([
    ['a branch it does not name', 'git branch new topic', () => addTo('spare')],
    [
      'a note of the editor in the config',
      'git branch new',
      () => git(repository, 'config', 'branch.main.vscode-merge-base', 'x'),
    ],
  ])('%s moved: %s still runs', async (_, text, change) => {
    setUp();
    expect(await answered(text, change)).toEqual(ran);
  });

  it.each<[string, () => unknown]>([
    ['git push --all origin', () => addTo('spare')],
    ['git push --branches origin', () => addTo('spare')],
    ['git push --al origin', () => addTo('spare')],
    ['git push --tags origin', () => git(repository, 'tag', 'x')],
    ['git push --follow-tags origin topic', () => git(repository, 'tag', '-am', 'x', 'x', 'topic')],
    ['git push --prune origin', () => git(repository, 'branch', '-D', 'spare')],
    ['git push origin', () => addTo('spare')],
    ['git push', () => addTo('spare')],
  ])('also when there was no time to foresee it: %s asks again', async (text, change) => {
    setUp();
    const impactOf: ImpactOf = async () => ({ ...unknownImpact('It took too long.'), cutShort: true });
    expect(await answered(text, change, { impactOf })).toEqual(askedAgain);
  });

  it.each(['branch.topic.remote', 'branch.topic.merge', 'branch.topic.pushRemote', 'remote.pushDefault'])(
    '%s moved: git push asks again',
    async key => {
      setUp();
      expect(await answered('git push', () => git(repository, 'config', key, 'elsewhere'))).toEqual(askedAgain);
    },
  );

  it('a stash that came into the place of another is not dropped for it', async () => {
    for (const content of ['one', 'two', 'three']) {
      write('file.txt', content);
      git(repository, 'stash');
    }
    expect(
      await answered('git stash drop stash@{1}', () => git(repository, 'stash', 'drop', '-q', 'stash@{1}')),
    ).toEqual(askedAgain);
  });
});

describe('a work tree that changed so that more would be lost', () => {
  const dirty = () => {
    write('file.txt', 'unsaved\n');
    write('other.txt', 'one\n');
    git(repository, 'add', 'other.txt');
    git(repository, 'commit', '-qm', 'other', 'other.txt');
  };

  it.each(['git reset --hard', 'git checkout -- .', 'git stash push'])('in another file: %s asks again', async text => {
    dirty();
    expect(await answered(text, () => write('other.txt', 'unsaved too\n'))).toEqual(askedAgain);
  });

  it.each(['git reset --hard', 'git restore .', 'git rm -f file.txt'])(
    'in the same file: %s asks again',
    async text => {
      dirty();
      const edit = () => write('file.txt', 'more unsaved work\n');
      expect(await answered(text, edit)).toEqual({ kind: 'declined', notes: [null, FILES_CHANGED] });
    },
  );

  it('git clean asks again for a file that was not there', async () => {
    write('a.txt', '');
    expect(await answered('git clean -fd', () => write('b.txt', ''))).toEqual(askedAgain);
  });

  it('git clean of more files than are listed: one that took the place of another asks again', async () => {
    mkdirSync(join(repository, 'many'));
    for (let at = 1000; at < 1300; at++) write(`many/${at}`, '');
    const swap = () => {
      rmSync(join(repository, 'many/1290'));
      write('many/zz', 'work');
    };
    expect(await answered('git clean -fd', swap)).toEqual(askedAgain);
  });

  it('less is fine', async () => {
    dirty();
    write('other.txt', 'unsaved too\n');
    expect(await answered('git reset --hard', () => git(repository, 'checkout', 'other.txt'))).toEqual(ran);
  });

  it('a file that is written all the time is asked about once more, not for ever', async () => {
    write('a.log', '1');
    let line = 1;
    const yesWhileWritten = async ({ impact }: { impact: Promise<unknown> }) => {
      await impact;
      line += 1;
      write('a.log', '1'.repeat(line));
      return yes;
    };
    const ui = person([yesWhileWritten, yesWhileWritten]);
    const { gate, command, request } = rig(folder, ui, forgetful);
    expect((await gate(command('git clean -f'), request)).kind).toBe('ran');
    expect(ui.asked.map(({ note }) => note)).toEqual([
      null,
      'Files that would be lost changed while this waited, and may change again.',
    ]);
  });

  it('git commit -a does not take in what was written after the look, however often', async () => {
    dirty();
    const edit = async ({ impact }: { impact: Promise<unknown> }) => {
      await impact;
      write('file.txt', `${'evil '.repeat(ui.asked.length)}\n`);
      return yes;
    };
    const ui = person([edit, edit, no]);
    const { gate, command, request } = rig(folder, ui, forgetful);
    expect((await gate(command('git commit -am x'), request)).kind).toBe('declined');
  });

  it.each([
    ['git apply fix.patch', 'fix.patch'],
    ['git commit --allow-empty -F message.txt', 'message.txt'],
    ['git add new.txt', 'new.txt'],
  ])('%s does not take in a file that was written after the look', async (text, name) => {
    write(name, 'as it was read\n');
    expect(await answered(text, () => write(name, 'as an agent wrote it\n'))).toEqual(askedAgain);
  });
});

describe('a command that git would have refused', () => {
  it('asks again when git would carry it out now', async () => {
    git(repository, 'branch', 'topic');
    expect(await answered('git commit -m x', () => write('file.txt', 'x'))).toEqual(ran);
    const stage = () => {
      write('b.txt', 'x');
      git(repository, 'add', 'b.txt');
    };
    expect(await answered('git commit -m x', stage)).toEqual(askedAgain);
    expect(await answered('git branch topic', () => git(repository, 'branch', '-D', 'topic'))).toEqual(askedAgain);
  });
});

describe('a plan', () => {
  const planned = (
    texts: readonly string[],
    change: () => unknown,
    asks: readonly (typeof yes | typeof no)[] = [no],
  ) => {
    const ui = person(asks, [
      async ({ steps }) => {
        await Promise.all(steps.map(({ impact }) => impact));
        change();
        return yes;
      },
    ]);
    const { runPlan, request } = rig(folder, ui, forgetful);
    return runPlan(texts, request).then(done => ({
      outcomes: done.kind === 'ran' ? done.steps.map(({ outcome }) => outcome) : done,
      asked: ui.asked.map(({ text }) => text),
    }));
  };

  it('of add, commit and push asks once', async () => {
    withOrigin();
    write('a.txt', 'a\n');
    const texts = ['git add a.txt', 'git commit -m x', 'git push origin main:topic'];
    expect(await planned(texts, () => {})).toEqual({ outcomes: ['done', 'done', 'done'], asked: [] });
  });

  it.each<[string, readonly string[], () => unknown, string]>([
    ['a commit', ['git push origin main:topic'], () => commit('sneaked in'), 'git push origin main:topic'],
    [
      'a remote',
      ['git push origin main:topic'],
      () => git(repository, 'config', 'remote.origin.pushurl', '/e'),
      'git push origin main:topic',
    ],
    [
      'a staged file',
      ['git commit -m x'],
      () => {
        write('evil.txt', '');
        git(repository, 'add', 'evil.txt');
      },
      'git commit -m x',
    ],
    ['a file', ['git add .'], () => write('evil.txt', ''), 'git add .'],
    ['content', ['git add a.txt', 'git commit -m x'], () => write('a.txt', 'evil\n'), 'git add a.txt'],
  ])('asks again for %s that came after the yes', async (_, texts, change, asked) => {
    withOrigin();
    write('a.txt', 'a\n');
    const result = await planned(texts, change);
    expect(result.asked).toEqual([asked]);
    expect(result.outcomes).toContain('declined');
  });

  it('asks again for what came between two of its steps', async () => {
    withOrigin();
    write('a.txt', 'a\n');
    write('evil.txt', 'evil\n');
    const ui = person([no], [yes]);
    const { runPlan, request } = rig(folder, ui, {
      ...forgetful,
      // A step is over when it is settled; what is done from then on is somebody else's.
      settle: async () => {
        setTimeout(() => git(repository, 'add', 'evil.txt'));
        return undefined;
      },
    });
    const done = await runPlan(['git branch one', 'git add a.txt', 'git commit -m x'], request);
    expect(done).toMatchObject({ ok: false });
    expect(ui.asked).toHaveLength(1);
    expect(git(repository, 'log', '--format=%s').trim()).toBe('first');
  });
});

it('a list keeps the names that are not shown, to compare them', () => {
  const names = Array.from({ length: 300 }, (_, at) => `${at}`);
  expect(listed(names)).toMatchObject({ total: 300, rest: names.slice(200) });
});
