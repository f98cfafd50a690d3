import { plural } from '../../shared/plural.ts';
import type { MutatingCommand } from '../command/command.ts';
import type { Impact } from './impact/impact.ts';
import type { Foreseen } from './journal/journal.ts';
import type { Limits } from './journal/record/select-files.ts';

/** A sentence on what no snapshot will have; null when it will have all, as far as is known. */
export function unsavedSentence(told: Foreseen | 'unknown' | null, impact: Impact, limits: Limits): string | null {
  if (told === null) return beyondSnapshot(impact, limits);
  return told === 'unknown' ? (beyondSnapshot(impact, limits) ?? NOT_KNOWN) : told.sentence;
}

const NOT_KNOWN = 'Sluice could not check in time what a snapshot holds: Undo may not restore everything.';

/** By what would be lost, which is known before anything else is. */
function beyondSnapshot({ lost }: Impact, { files }: Limits): string | null {
  if (lost.total <= files) return null;
  const [folder] = lost.items.filter(name => name.endsWith('/'));
  const where = folder === undefined ? '' : `, ${folder} among them`;
  return `Undo cannot restore everything: a snapshot holds ${files} of ${plural(lost.total, 'file')}${where}.`;
}

/** A part of what a command does that no snapshot has. */
interface UndoLimit {
  readonly subcommands: readonly string[];
  /** One of these words, or options however abbreviated, is on the line; without any the whole subcommand is meant. */
  readonly words?: readonly string[];
  readonly says: string;
}

/** Sorted by what is left behind; docs/journal.md says the same to people. */
const LIMITS_OF_UNDO: readonly UndoLimit[] = [
  {
    subcommands: ['clone', 'init', 'init-db'],
    says: 'Undo does not remove a repository that this creates.',
  },
  {
    subcommands: ['maintenance'],
    words: ['register', 'start', 'stop', 'unregister'],
    says: 'Undo does not restore your own config and schedule.',
  },
  {
    subcommands: ['config'],
    words: ['--system'],
    says: 'Undo does not restore the config of this machine.',
  },
  {
    subcommands: ['refs'],
    words: ['migrate', 'optimize'],
    says: 'Undo does not restore how refs are stored.',
  },
  {
    subcommands: ['submodule'],
    words: ['absorbgitdirs', 'add', 'update'],
    says: 'Undo restores what was there, but leaves submodules that this clones on disk.',
  },
  {
    subcommands: ['index-pack', 'multi-pack-index', 'pack-objects', 'pack-redundant', 'update-server-info'],
    says: 'Undo leaves the files that this writes beside the history.',
  },
];

function limitOf(subcommand: string, words: readonly string[]): string | undefined {
  const isOn = (name: string) =>
    words.some(word => {
      const [written = ''] = word.split('=');
      return written === name || (/^--[a-z]/.test(written) && name.startsWith(written));
    });
  return LIMITS_OF_UNDO.find(
    ({ subcommands, words: names }) => subcommands.includes(subcommand) && (names?.some(isOn) ?? true),
  )?.says;
}

/** One sentence on how far undo can take a command back. */
export function recoveryOf({ verdict, program, subcommand, rest }: MutatingCommand, saved: boolean): string {
  const { effects } = verdict;
  const leaves = program === 'gh' || effects.includes('writes-remote');
  const runs = effects.includes('runs-program');
  if (leaves)
    return program === 'git'
      ? 'Undo cannot take back what leaves this machine. The journal keeps the command that reverts it.'
      : 'Undo cannot take back changes on GitHub. The journal keeps the command that reverts them, where there is one.';
  if (!saved) return 'Undo cannot restore what this loses.';
  const limit = program === 'git' ? limitOf(subcommand, rest) : undefined;
  if (limit !== undefined) return limit;
  if (runs) return 'Undo restores what it changes here, but not what a program it starts does elsewhere.';
  return 'Sluice takes a snapshot first: Undo restores what this changes.';
}
