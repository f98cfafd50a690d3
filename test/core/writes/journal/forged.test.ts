import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeLoose } from '../../../../src/core/writes/journal/storage/loose-objects.ts';
import { git, temporaryFolder } from '../../git/support.ts';
import { commit, newRepository, write } from '../../repository/support.ts';
import { fingerprint, journalWith, git as ourGit, recorded, repositoryAt, undone } from './fixture.ts';

const parent = temporaryFolder();
const journal = journalWith();
let made = 0;

function small(): string {
  made += 1;
  const folder = newRepository(parent, `small${made}`);
  for (const text of ['one', 'two']) commit(folder, { 'a.txt': `${text}\n` }, text);
  return folder;
}

const listed = async (folder: string) => (await journalWith().list(await repositoryAt(folder))).map(({ id }) => id);
const onlyRef = (folder: string) => git(folder, 'for-each-ref', '--format=%(refname)', 'refs/sluice/journal').trim();
const writeObject = (folder: string, bytes: Buffer) => writeLoose(join(folder, '.git'), 'blob', bytes, 'sha1');
const writeTree = async (folder: string, manifest: string) =>
  (await ourGit.write(['mktree'], folder, { input: Buffer.from(`100644 blob ${manifest}\tentry\n`) })).trim();

/** A repository with one entry, that of a change of its config, and what undo is to be fooled into writing there. */
async function configured() {
  const folder = small();
  const first = await fingerprint(folder);
  await recorded(journal, folder, ['config', 'user.nickname', 'ada']);
  const ref = onlyRef(folder);
  const manifest = git(folder, 'cat-file', 'blob', `${ref}:entry`);
  const program = `${readFileSync(join(folder, '.git/config'), 'utf8')}[core]\n\tfsmonitor = touch evil\n`;
  const evil = await writeObject(folder, Buffer.from(program));
  return { folder, first, ref, manifest, evil };
}

const configOid = (manifest: string) =>
  /"before":\[.*?"config":\{"mode":"file","oid":"([\da-f]+)"/.exec(manifest)?.[1] ?? '';

describe('8.6 an entry that nobody made here is none', () => {
  it('a replaced manifest or content is not what undo reads', async () => {
    const { folder, first, ref, manifest, evil } = await configured();
    const forged = await writeObject(folder, Buffer.from(manifest.replaceAll(configOid(manifest), evil)));
    git(folder, 'replace', git(folder, 'rev-parse', `${ref}:entry`).trim(), forged);
    git(folder, 'replace', configOid(manifest), evil);
    await undone(journalWith(), folder);
    expect((await fingerprint(folder)).config).toBe(first.config);
  });

  it('a changed manifest under the same ref is not listed', async () => {
    const { folder, ref, manifest, evil } = await configured();
    const forged = await writeObject(folder, Buffer.from(manifest.replaceAll(configOid(manifest), evil)));
    git(folder, 'update-ref', ref, await writeTree(folder, forged));
    expect(await listed(folder)).toEqual([]);
  });

  it('neither is one without a seal, one under another id, nor one that another person made', async () => {
    const { folder, ref, manifest } = await configured();
    const [own = ''] = await listed(folder);
    const unsealed = manifest.replace(/^\{"seals":\[[^\]]*\],/, '{');
    expect(unsealed).not.toBe(manifest);
    git(
      folder,
      'update-ref',
      'refs/sluice/journal/a',
      await writeTree(folder, await writeObject(folder, Buffer.from(unsealed.replace(own, 'a')))),
    );
    git(folder, 'update-ref', 'refs/sluice/journal/b', ref);
    expect(await listed(folder)).toEqual([own]);
    const somebody = journalWith({ key: async () => Buffer.alloc(32, 8) });
    expect(await somebody.list(await repositoryAt(folder))).toEqual([]);
  });

  it('one that came along from another repository is not listed, in a copy too', async () => {
    const { folder } = await configured();
    const other = small();
    git(other, 'fetch', '-q', folder, 'refs/sluice/*:refs/sluice/*');
    expect(await listed(other)).toEqual([]);
    cpSync(folder, `${folder}-copy`, { recursive: true });
    expect(await listed(`${folder}-copy`)).toEqual([]);
    expect(await listed(folder)).toHaveLength(1);
  });

  it('an object that does not hold what it is called is not brought back', async () => {
    const folder = small();
    write(folder, { 'a.txt': 'mine\n' });
    await recorded(journal, folder, ['checkout', '-f', '--', '.']);
    const oid = await writeObject(folder, Buffer.from('mine\n'));
    const file = join(folder, '.git/objects', oid.slice(0, 2), oid.slice(2));
    const other = await writeObject(folder, Buffer.from('evil\n'));
    const bytes = readFileSync(join(folder, '.git/objects', other.slice(0, 2), other.slice(2)));
    writeFileSync(`${file}-new`, bytes);
    renameSync(`${file}-new`, file);
    const planned = await journal.planUndo(await repositoryAt(folder));
    const answer = planned.ok && (await journal.undo(planned.plan, 'all', 'palette'));
    expect(answer).toMatchObject({ ok: false });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('two\n');
  });

  it('grafts do not hide from undo which commits are lost', async () => {
    const folder = small();
    git(folder, 'checkout', '-q', '-b', 'topic');
    commit(folder, { 'b.txt': 'b\n' }, 'topic');
    const topic = git(folder, 'rev-parse', 'HEAD').trim();
    git(folder, 'checkout', '-q', 'main');
    // Said to be a parent of main, so that the branch counts as merged.
    writeFileSync(join(folder, '.git/info/grafts'), `${git(folder, 'rev-parse', 'main').trim()} ${topic}\n`);
    await recorded(journal, folder, ['branch', '-D', 'topic']);
    writeFileSync(join(folder, '.git/info/grafts'), '');
    git(folder, 'reflog', 'expire', '--expire=now', '--all');
    git(folder, 'gc', '-q', '--prune=now');
    await undone(journal, folder);
    expect(git(folder, 'log', '-1', '--format=%s', 'topic').trim()).toBe('topic');
  });
});
