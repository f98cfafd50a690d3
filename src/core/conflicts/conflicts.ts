import { plural } from '../../shared/plural.ts';
import type { GitReader } from '../git/reader.ts';
import type { Caller, Origin } from '../origin.ts';
import type { OpenRepository } from '../repository/locate.ts';
import type { Preview } from '../writes/impact/impact.ts';
import type { PlanOfFiles, WriteFiles, WriteFilesOutcome } from '../writes/write-files.ts';
import type { Conflict, ConflictedFile, Conflicts } from './conflict.ts';
import { isBinary, listConflicts } from './list.ts';
import { patchOf } from './patch.ts';
import { type ReadSide, readConflict } from './read.ts';
import { type Objection, type Resolution, type ResolvedFile, resolveFile } from './resolution.ts';
import type { Side } from './stages.ts';

export type { Conflict, ConflictedFile, Conflicts, Take } from './conflict.ts';
export { openConflictsOf, openIn } from './conflict.ts';
export type { ReadSide } from './read.ts';
export type { Resolution } from './resolution.ts';

export interface ConflictsOptions {
  readonly git: GitReader;
  readonly writeFiles: WriteFiles;
  readonly redact: (text: string) => string;
}

/** An id that no conflict has, or has any more; `now` are those there are. */
export interface StaleIds {
  readonly kind: 'stale';
  readonly ids: readonly string[];
  readonly now: Conflicts;
}

export interface ResolveRequest {
  readonly repository: OpenRepository;
  readonly resolutions: readonly Resolution[];
  readonly origin: Origin;
  readonly signal?: AbortSignal | undefined;
  readonly caller?: Caller | undefined;
}

/** Why there is nothing to write. */
export type NotPlanned = StaleIds | { readonly kind: 'not-possible'; readonly objection: Objection };

export type ResolveOutcome = WriteFilesOutcome<NotPlanned>;

/** The conflicts of a repository: what there is, each side of it, and their resolution, which writes files and stages nothing. */
export interface ConflictTools {
  list(repository: OpenRepository): Promise<Conflicts>;
  read(repository: OpenRepository, id: string, side: Side | 'both'): Promise<readonly ReadSide[] | StaleIds>;
  resolve(request: ResolveRequest): Promise<ResolveOutcome>;
}

export function createConflicts({ git, writeFiles, redact }: ConflictsOptions): ConflictTools {
  const list = (repository: OpenRepository) => listConflicts(git, repository);
  const hides = (text: string) => redact(text) !== text;

  const planOf = async (
    repository: OpenRepository,
    resolutions: readonly Resolution[],
  ): Promise<PlanOfFiles<NotPlanned>> => {
    const now = await list(repository);
    const twice = resolutions.find(({ id }, at) => resolutions.findIndex(each => each.id === id) !== at);
    if (twice !== undefined) return { ok: false, no: { kind: 'not-possible', objection: chosenTwice(twice) } };
    const found = resolutions.map(resolution => [find(now, resolution.id), resolution] as const);
    const ids = found.filter(([place]) => place === undefined).map(([, { id }]) => id);
    if (ids.length > 0) return { ok: false, no: { kind: 'stale', ids, now } };
    const context = { git, workTree: repository.workTree, whose: now.whose, hides };
    const files: ResolvedFile[] = [];
    for (const file of now.files) {
      const chosen = found.flatMap(([place, resolution]) =>
        place?.file === file ? [[place.conflict, resolution] as const] : [],
      );
      if (chosen.length === 0) continue;
      const resolved = await resolveFile(context, file, chosen);
      if ('objection' in resolved) return { ok: false, no: { kind: 'not-possible', objection: resolved.objection } };
      files.push(resolved);
    }
    const [first] = files;
    const more = files.length > 1 ? ` and ${plural(files.length - 1, 'more file')}` : '';
    return {
      ok: true,
      write: {
        text: `Resolve ${plural(resolutions.length, 'conflict')} in ${first?.path ?? ''}${more}`,
        sentences: fewOf(files.flatMap(({ sentences }) => sentences)),
        reason: 'writes files that are in conflict',
        files,
        preview: previewOf(files),
      },
    };
  };

  return {
    list,
    async read(repository, id, side) {
      const now = await list(repository);
      const place = find(now, id);
      return place === undefined
        ? { kind: 'stale', ids: [id], now }
        : readConflict(git, repository.workTree, now, place, side);
    },
    resolve: ({ repository, resolutions, ...request }) =>
      writeFiles({ repository, ...request }, () => planOf(repository, resolutions)),
  };
}

const chosenTwice = ({ id }: Resolution): Objection => ({
  code: 'whole-and-part',
  message: 'A conflict is to be resolved twice.',
  hint: 'Name each conflict once.',
  about: id,
});

interface Place {
  readonly conflict: Conflict;
  readonly file: ConflictedFile;
}

function find({ files }: Conflicts, id: string): Place | undefined {
  for (const file of files) {
    const conflict = [...file.hunks, file.whole].find(each => each.id === id);
    if (conflict !== undefined) return { conflict, file };
  }
  return undefined;
}

const MOST_SENTENCES = 40;

/** More of them nobody reads in a question; the preview has all. */
const fewOf = (sentences: readonly string[]): readonly string[] =>
  sentences.length <= MOST_SENTENCES
    ? sentences
    : [...sentences.slice(0, MOST_SENTENCES), `${sentences.length - MOST_SENTENCES} more; the preview has all.`];

/** What is no text is told of in words alone. */
const previewOf = (files: readonly ResolvedFile[]): Preview => ({
  kind: 'contents',
  files: files.flatMap(({ path, becomes }): { path: string; text: string | null }[] => {
    if (becomes === null) return [{ path, text: null }];
    const isText = becomes.saved.mode !== 'link' && !isBinary(becomes.bytes.toString('latin1'));
    return isText ? [{ path, text: becomes.bytes.toString() }] : [];
  }),
  patch: files.map(patchOf).join(''),
});
