import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../shared/file-errors.ts';
import { isSettingOfOwn } from '../command/git/own-refs.ts';
import type { GitReader } from '../git/reader.ts';
import { discover } from '../repository/discover.ts';
import { disk } from '../repository/files.ts';
import type { Impact } from './impact/impact.ts';
import type { ParsedWrite } from './parsed-write.ts';

/** Subcommands that overwrite or delete refs here as the settings of remotes say. */
const BY_SETTINGS = ['fetch', 'pull', 'remote'];

/**
 * Why a write is refused that no word of it tells: by their config remotes can be mirrors of every ref, those of the
 * journal too. What a push sends and cannot be foreseen may go to any remote.
 */
export async function reachesJournal(
  git: GitReader,
  { command, cwd }: ParsedWrite,
  impact: Promise<Impact>,
): Promise<string | undefined> {
  const { program, subcommand, verdict } = command;
  if (verdict.effects.includes('writes-remote')) {
    const { remote, unknown } = await impact;
    if (remote.some(({ ref }) => ref.startsWith('refs/sluice/'))) return PUBLISHES;
    if (unknown !== null && (await hasSetting(git, cwd, '(mirror|push)', 'Push'))) return PUBLISHES;
  }
  const overwrites = program === 'git' && BY_SETTINGS.includes(subcommand);
  return overwrites && (await hasSetting(git, cwd, 'fetch', 'Pull')) ? OVERWRITES : undefined;
}

const PUBLISHES =
  'Not run: this would publish refs/sluice/, where Sluice keeps what Undo brings back. Push branches by name, or unset remote.<name>.mirror.';
const OVERWRITES =
  'Not run: remote.<name>.fetch reaches refs/sluice/, where Sluice keeps what Undo brings back. Let it name refs/heads/ and refs/tags/ instead of all refs.';

/** Whether the config of a remote reaches them, or a file of `.git/remotes`, where git looks for remotes too. */
async function hasSetting(git: GitReader, cwd: string, names: string, inFile: 'Pull' | 'Push'): Promise<boolean> {
  const answer = await git.read(['config', '-z', '--get-regexp', `^remote\\..*\\.${names}$`], cwd);
  const settings = answer.ok ? answer.text.split('\0').slice(0, -1) : [];
  const isOwn = settings.some(setting => {
    const [key = '', value = 'true'] = setting.split('\n');
    return isSettingOfOwn(key, value);
  });
  return isOwn || (await refspecsInFiles(cwd, inFile)).some(refspec => isSettingOfOwn('', refspec));
}

async function refspecsInFiles(cwd: string, word: 'Pull' | 'Push'): Promise<string[]> {
  const found = await discover(cwd);
  if (!found.ok) return [];
  const folder = join(found.repository.commonDirectory, 'remotes');
  const names = await readdir(folder).catch(ifMissing([]));
  const texts = await Promise.all(names.map(name => disk.readFile(join(folder, name))));
  return texts.flatMap(text =>
    [...(text ?? '').matchAll(new RegExp(`^${word}:\\s*(.*?)\\s*$`, 'gm'))].map(([, spec = '']) => spec),
  );
}
