import { createHash } from 'node:crypto';
import { access, constants, readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ifMissing } from '../../../shared/file-errors.ts';
import { settingRisk } from '../../command/git/setting-risk.ts';
import { NOWHERE } from '../../git/guards.ts';
import { disk } from '../../repository/files.ts';
import { fields } from './git-output.ts';
import type { Impact, ImpactContext } from './impact.ts';
import { type Settings, settingsOf } from './settings.ts';

/** Hooks that run whenever the index or a ref is written, or git tidies up after it. */
const ALWAYS = ['post-index-change', 'pre-auto-gc', 'reference-transaction'];
const ON_COMMIT = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit'];
const ON_MERGE = ['pre-merge-commit', 'post-merge', 'post-checkout', ...ON_COMMIT];
const ON_REBASE = ['pre-rebase', 'post-checkout', 'post-rewrite', ...ON_COMMIT];
const ON_PATCHES = ['applypatch-msg', 'pre-applypatch', 'post-applypatch', 'post-rewrite'];

/** The hooks of githooks(5) that a subcommand may run besides. */
const HOOKS: Readonly<Record<string, readonly string[]>> = {
  am: [...ON_PATCHES, ...ON_COMMIT],
  bisect: ['post-checkout'],
  checkout: ['post-checkout'],
  'cherry-pick': ON_COMMIT,
  clone: ['post-checkout'],
  commit: [...ON_COMMIT, 'post-rewrite'],
  history: ['post-rewrite', ...ON_COMMIT],
  merge: ON_MERGE,
  pull: [...ON_MERGE, ...ON_REBASE],
  push: ['pre-push'],
  rebase: [...ON_REBASE, ...ON_PATCHES],
  restore: ['post-checkout'],
  revert: ON_COMMIT,
  stash: ['post-checkout'],
  submodule: ON_MERGE,
  switch: ['post-checkout'],
  worktree: ['post-checkout'],
};

/** Subcommands that take the work trees of submodules along when submodule.recurse says so. */
const RECURSES = [
  'checkout',
  'cherry-pick',
  'merge',
  'pull',
  'read-tree',
  'rebase',
  'reset',
  'restore',
  'revert',
  'stash',
  'switch',
];

const LEFT_BY_HOOKS = 'Files that hooks add stay after an undo.';

/** What is known of a command whose impact may not be. */
export interface Subcommand {
  readonly subcommand: string;
  /** False for one without a record: it may run any hook. */
  readonly isKnown: boolean;
}

/** Says what runs or changes besides, by the config and the hooks of the repository; a hook may run before git refuses. */
export async function withSideEffects(
  command: Subcommand,
  found: Promise<Impact>,
  context: ImpactContext,
): Promise<Impact> {
  const [impact, settings] = await Promise.all([found, settingsOf(context)]);
  const [hooks, submodules] = await Promise.all([
    hooksOf(command, settings, context),
    !impact.refused && RECURSES.includes(command.subcommand) && settings.is('submodule.recurse') === true
      ? disk.exists(join(context.repository.workTree, '.gitmodules'))
      : false,
  ]);
  const names = [...hooks.files.map(({ name }) => name), ...hooks.configured].sort();
  const says = names.length === 0 ? [] : [`Hooks may run and change more: ${names.join(', ')}.`, LEFT_BY_HOOKS];
  const runs = await digestOf(hooks.files, programsIn(settings));
  const doubt = submodules ? 'Submodules would change too; their contents are not counted.' : null;
  const sentences = [...impact.sentences, ...says];
  return { ...impact, sentences, unknown: impact.unknown ?? doubt, ...(runs !== undefined && { runs }) };
}

/** Settings that name a program, each with its values. */
const programsIn = (settings: Settings): string[] =>
  settings
    .keys()
    .map(key => JSON.stringify([key, ...settings.all(key).filter(value => settingRisk(key, value) === 'program')]))
    .filter(entry => entry.includes(','));

/** Undefined for no program at all. */
async function digestOf(hooks: readonly HookFile[], programs: readonly string[]): Promise<string | undefined> {
  if (hooks.length === 0 && programs.length === 0) return undefined;
  const contents = await Promise.all(hooks.map(async ({ name, path }) => `${name} ${await contentMark(path)}`));
  return createHash('sha256')
    .update([...contents.toSorted(), ...programs.toSorted()].join('\0'))
    .digest('hex');
}

/** A text that is another when the content of a file is; one that may be run need not be readable. */
const contentMark = async (path: string): Promise<string> => {
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes !== undefined) return createHash('sha256').update(bytes).digest('hex');
  const { size, mtimeMs, ino } = await stat(path);
  return `${size} ${mtimeMs} ${ino}`;
};

interface HookFile {
  readonly name: string;
  readonly path: string;
}

async function hooksOf(
  { subcommand, isKnown }: Subcommand,
  settings: Settings,
  { git, repository }: ImpactContext,
): Promise<{ readonly files: readonly HookFile[]; readonly configured: readonly string[] }> {
  const { workTree, commonDirectory } = repository;
  // The last one is ours, so that no hook runs while we look.
  const isOwn = (path: string) => path !== NOWHERE;
  const paths = settings.all('core.hookspath').some(isOwn)
    ? await git.readOrThrow(['config', '--get-all', '-z', '--type=path', 'core.hooksPath'], workTree, { accepts: [1] })
    : '';
  const own = fields(paths).filter(isOwn).at(-1);
  const folder = own === undefined ? join(commonDirectory, 'hooks') : resolve(workTree, own);
  // Whoever asks chooses the word: it may be one that every object has.
  const hooks = Object.hasOwn(HOOKS, subcommand) ? (HOOKS[subcommand] ?? []) : [];
  const wanted = new Set([...ALWAYS, ...hooks]);
  const isWanted = (event: string) => !isKnown || wanted.has(event);
  const names = (await readdir(folder).catch(ifMissing([]))).filter(name => isWanted(name) && !/\.sample$/.test(name));
  const files = names.map(name => ({ name, path: join(folder, name) }));
  const runnable = await Promise.all(files.map(({ path }) => isRunnable(path)));
  const configured = settings.names('hook', 'event').filter(name => settings.all(`hook.${name}.event`).some(isWanted));
  return { files: files.filter((_, at) => runnable[at]), configured };
}

const isRunnable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
