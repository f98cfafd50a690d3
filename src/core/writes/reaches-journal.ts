import { isSettingOfOwn } from '../command/git/own-refs.ts';
import type { GitReader } from '../git/reader.ts';
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
    if (unknown !== null && (await hasSetting(git, cwd, '(mirror|push)'))) return PUBLISHES;
  }
  const overwrites = program === 'git' && BY_SETTINGS.includes(subcommand);
  return overwrites && (await hasSetting(git, cwd, 'fetch')) ? OVERWRITES : undefined;
}

const PUBLISHES =
  'Not run: this would publish refs/sluice/, where Sluice keeps what Undo brings back. Push branches by name, or unset remote.<name>.mirror.';
const OVERWRITES =
  'Not run: remote.<name>.fetch reaches refs/sluice/, where Sluice keeps what Undo brings back. Let it name refs/heads/ and refs/tags/ instead of all refs.';

async function hasSetting(git: GitReader, cwd: string, names: string): Promise<boolean> {
  const answer = await git.read(['config', '-z', '--get-regexp', `^remote\\..*\\.${names}$`], cwd);
  const settings = answer.ok ? answer.text.split('\0').slice(0, -1) : [];
  return settings.some(setting => {
    const [key = '', value = 'true'] = setting.split('\n');
    return isSettingOfOwn(key, value);
  });
}
