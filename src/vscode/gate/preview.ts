import { join } from 'node:path';
import { commands, Uri, window } from 'vscode';
import type { ReadArgs } from '../../core/git/read-subcommands.ts';
import type { GitReader } from '../../core/git/reader.ts';
import type { Impact, Preview, StagedAddress } from '../../core/writes/impact/impact.ts';
import type { Question } from '../../core/writes/question.ts';
import { blobUri, type Outputs } from '../views/documents.ts';
import { isInside } from '../views/links.ts';
import { impactText } from './impact-sections.ts';
import { GATE_TEXT, RISKS } from './text.ts';

export interface Previews {
  /** Opens the editor's own diff of many files, or the list where there is none. */
  show(command: PreviewedCommand, found: Impact): Promise<void>;
  /** Opens a document that lists the whole impact. */
  list(command: PreviewedCommand, found: Impact): Promise<void>;
}

/** What belongs to the review of staged commits. */
export interface StagedReview {
  readonly actions: { show(staged: StagedAddress): Promise<boolean> };
  /** The reason of a no with the comments the person wrote on lines. */
  readonly comments: {
    reasonWith(staged: StagedAddress, reason: string | undefined): string | undefined;
    markSent(staged: StagedAddress): void;
  };
}

type PreviewedCommand = Pick<Question, 'text' | 'repository' | 'risk'>;

export interface PreviewOptions {
  readonly git: GitReader;
  readonly outputs: Outputs;
  readonly review: () => Promise<StagedReview>;
  readonly forDisplay: (text: string) => string;
}

/** The editor draws every file it is given. */
const MOST_FILES = 200;

/** A preview of two sides, for the editor's own diff. */
type Compared = Exclude<Preview, { readonly kind: 'patch' | 'contents' }>;

/** Files of the work tree and what is to stand in their place. */
type Contents = Extract<Preview, { readonly kind: 'contents' }>;

interface ChangedFile {
  readonly status: string;
  readonly path: string;
}

export function createPreviews({ git, outputs, review, forDisplay }: PreviewOptions): Previews {
  const list: Previews['list'] = async ({ text, repository, risk }, found) => {
    const heading = [text, GATE_TEXT.preview.inRepository(repository), RISKS[risk]];
    const uri = await outputs.open(
      'what-will-change.txt',
      impactText(heading, found).split('\n').map(forDisplay).join('\n'),
    );
    await window.showTextDocument(uri, { preview: true });
  };
  /** The file as it is, and what it is to be: that one is fit to be shown, with all that hides spelled out. */
  const sidesToWrite = async ({ path, text }: Contents['files'][number], root: string) => {
    const file = join(root, path);
    const there = (await isInside(root, file)) ? Uri.file(file) : undefined;
    const shown = text?.split('\n').map(forDisplay).join('\n');
    const becomes = shown === undefined ? undefined : await outputs.open(`to-be-written/${path}`, shown);
    return [Uri.file(file), there, becomes];
  };

  return {
    list,
    async show(command, found) {
      const { preview } = found;
      if (preview?.kind === 'patch') {
        // One that is in another process's sandbox no more is still there as a patch.
        if (preview.staged !== undefined && (await (await review()).actions.show(preview.staged))) return;
        const text = preview.text.split('\n').map(forDisplay).join('\n');
        await window.showTextDocument(await outputs.open('what-will-change.diff', text), { preview: true });
        return;
      }
      if (preview?.kind === 'contents' && preview.files.length > 0) {
        const few = preview.files.slice(0, MOST_FILES);
        const triples: Awaited<ReturnType<typeof sidesToWrite>>[] = [];
        for (const file of few) triples.push(await sidesToWrite(file, command.repository));
        const title = titleFor(command.text, few.length, preview.files.length);
        await commands.executeCommand('vscode.changes', forDisplay(title), triples);
        return;
      }
      const files =
        preview === null || preview.kind === 'contents' ? [] : await changedBy(git, preview, command.repository);
      if (preview === null || preview.kind === 'contents' || files.length === 0) return list(command, found);
      const few = files.slice(0, MOST_FILES);
      const title = titleFor(command.text, few.length, files.length);
      const triples = await Promise.all(few.map(file => sidesOf(file, preview, command.repository)));
      await commands.executeCommand('vscode.changes', forDisplay(title), triples);
    },
  };
}

const titleFor = (text: string, shown: number, total: number): string =>
  total > shown ? GATE_TEXT.preview.titleOfSome(text, shown, total) : GATE_TEXT.preview.title(text);

const NAMES = ['-r', '-z', '--name-status', '--no-renames', '--ignore-submodules=all'];

/** How git is asked for the files of a preview; before the first commit all there are have been added. */
function questionFor(preview: Compared): ReadArgs {
  const { kind, from } = preview;
  if (kind === 'trees')
    return from === null
      ? ['ls-tree', '-r', '-z', '--name-only', preview.to]
      : ['diff-tree', ...NAMES, from, preview.to, '--'];
  if (kind === 'index')
    return from === null ? ['ls-files', '-z', '--cached'] : ['diff-index', '--cached', ...NAMES, from, '--'];
  return from === null
    ? ['diff-files', ...NAMES, '--', ...preview.paths]
    : ['diff-index', ...NAMES, from, '--', ...preview.paths];
}

async function changedBy(git: GitReader, preview: Compared, root: string): Promise<readonly ChangedFile[]> {
  const text = await git.readOrThrow(questionFor(preview), root, { literalPaths: true });
  const words = text.split('\0').slice(0, -1);
  if (preview.kind !== 'worktree' && preview.from === null) return words.map(path => ({ status: 'A', path }));
  const tracked = words.flatMap((status, at) => (at % 2 === 0 ? [{ status, path: words[at + 1] ?? '' }] : []));
  if (preview.kind !== 'worktree') return tracked;
  const known = new Set(tracked.map(({ path }) => path));
  const untracked = preview.paths.filter(path => !known.has(path) && !path.endsWith('/'));
  return [...tracked, ...untracked.map(path => ({ status: 'A', path }))];
}

/** A file as the editor's diff takes it: its name, its content before and after; undefined for a side that is not there. */
async function sidesOf({ status, path }: ChangedFile, preview: Compared, root: string) {
  const side = (ref: string | null) => blobUri({ root, path, ref });
  const before = preview.from ?? (preview.kind === 'worktree' ? '' : null);
  const after = async () => {
    if (preview.kind === 'trees') return side(preview.to);
    if (preview.kind === 'index') return side('');
    const file = join(root, path);
    // A link that leads out of the repository would show what lies there.
    return (await isInside(root, file)) ? Uri.file(file) : undefined;
  };
  const other = status === 'A' || before === null ? undefined : side(before);
  const there = status === 'D' ? undefined : await after();
  const goes = preview.kind === 'trees' ? undefined : preview.goes;
  const sides = goes === undefined ? [other, there] : [there, goes === 'removed' ? undefined : other];
  return [Uri.file(join(root, path)), ...sides];
}
