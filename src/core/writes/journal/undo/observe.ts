import { mapInBatches } from '../../../../shared/map-in-batches.ts';
import type { Git } from '../../../git/writer.ts';
import { cleanFile } from '../record/file-changes.ts';
import { oidBytes, type Survey, survey } from '../record/survey.ts';
import { findAll, readFound } from '../storage/disk.ts';
import { type Entry, repositoryOf } from '../storage/entry.ts';
import { digestOf, entriesAt } from '../storage/index-file.ts';
import { type ChangedItem, fileToken } from './changed-items.ts';

/** The values that items have now, by their keys. */
export async function observe(git: Git, entry: Entry, items: readonly ChangedItem[]): Promise<Map<string, string>> {
  const now = new Map<string, string>();
  for (const [at, before] of entry.before.entries()) {
    const own = items.filter(item => item.at === at);
    const scope = entry.scopes[at];
    if (own.length === 0 || scope === undefined) continue;
    const tracked = own.some(({ part }) => part === 'index' || part === 'file');
    const looked = await survey(git, repositoryOf(before), { ...scope, tracked, untracked: 'none', paths: [] });
    const files = await filesNow(
      looked,
      own.filter(({ part }) => part === 'file'),
    );
    const state = await stateNow(looked);
    for (const item of own) now.set(item.key, valueNow(item, looked, files, state));
  }
  return now;
}

function valueNow(
  { part, name }: ChangedItem,
  { head, refs, index, hash, link }: Survey,
  files: ReadonlyMap<string, string>,
  state: ReadonlyMap<string, string>,
): string {
  if (part === 'head') return head;
  if (part === 'ref') return refs[name] ?? '';
  if (part === 'index') return digestOf(index, oidBytes(hash));
  if (part === 'link') return link ?? '';
  return (part === 'state' ? state : files).get(name) ?? '';
}

async function stateNow({ state, hash }: Survey): Promise<Map<string, string>> {
  const read = await mapInBatches(
    state,
    async found => [found.path, (await readFound(found, hash))?.saved.oid ?? ''] as const,
  );
  return new Map(read);
}

/** The files of the work tree: by the index where it is as that has it, else by its bytes. A folder counts where one was. */
async function filesNow(looked: Survey, items: readonly ChangedItem[]): Promise<Map<string, string>> {
  const { changed, index, hash, repository } = looked;
  const entries = entriesAt(
    index,
    oidBytes(hash),
    items.map(({ name }) => name),
  );
  const tokens = new Map<string, string>();
  const other = new Map<string, boolean>();
  for (const { name, before, after } of items) {
    const clean = changed?.has(name) ? undefined : cleanFile(entries.get(name));
    if (clean) tokens.set(name, fileToken(clean));
    else other.set(name, before === 'folder' || after === 'folder');
  }
  await mapInBatches(await findAll(repository.workTree, [...other.keys()]), async found => {
    if (found.stats.isDirectory() && !other.get(found.path)) return;
    tokens.set(found.path, fileToken((await readFound(found, hash))?.saved));
  });
  return tokens;
}
