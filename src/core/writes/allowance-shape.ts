import type { MutatingCommand } from '../command/command.ts';
import type { OptionRows, Walked } from '../command/table.ts';
import type { Effect } from '../command/verdict.ts';
import type { Radius, RemoteUpdate } from './impact/radius.ts';
import { losses } from './impact/worse.ts';
import { lineOf, read } from './parsed-write.ts';

/** What an allowance covers: every command of the same key. */
export interface Shape {
  readonly key: string;
  /** As a person reads it. */
  readonly says: string;
}

interface Form extends OptionRows {
  /** Options whose value may be any other: messages. */
  readonly free?: readonly string[];
}

const message = { value: ['-m --message'], free: ['--message'] } as const satisfies Form;

/**
 * Subcommands of which an allowance covers other names and files too, with the options it may carry. An option that is
 * not here, forcing ones above all, makes a line that no allowance covers.
 */
const FORMS: Readonly<Record<string, Form>> = {
  add: { flag: ['-A --all', '-N --intent-to-add', '-u --update', '-v --verbose'] },
  branch: { flag: ['-d --delete', '-q --quiet', '--no-track'] },
  'cherry-pick': { flag: ['-n --no-commit', '-x'] },
  commit: { ...message, flag: ['-a --all', '-q --quiet', '-s --signoff', '-v --verbose', '--allow-empty'] },
  merge: { ...message, flag: ['-n --no-stat', '-q --quiet', '--ff', '--ff-only', '--no-edit', '--no-ff'] },
  mv: { flag: ['-k', '-v --verbose'] },
  revert: { flag: ['-n --no-commit', '--no-edit'] },
  rm: { flag: ['-q --quiet', '-r', '--cached'] },
  stage: { flag: ['-A --all', '-u --update'] },
  switch: { flag: ['-d --detach', '-q --quiet'], value: ['-c --create'], free: ['--create'] },
  tag: { ...message, flag: ['-a --annotate'] },
};

/** More than these, and a person has to look every time. */
const PLAIN: readonly Effect[] = ['network', 'writes-repo', 'writes-files', 'writes-remote'];

const ALWAYS_PROTECTED = ['main', 'master', 'production'];

/**
 * The shape of a command, or undefined when every run of it has to be asked for. `defaults` are the branches the remotes
 * start on.
 */
export function shapeOf(
  command: MutatingCommand,
  repository: string,
  radius: Radius,
  defaults: readonly string[],
): Shape | undefined {
  const { verdict, canonical, program } = command;
  if (verdict.risk === 'destructive' || !verdict.effects.every(effect => PLAIN.includes(effect))) return undefined;
  if (losses(radius).length > 0 || radius.conflicts.total > 0) return undefined;
  const exact = (...more: readonly string[]): Shape => ({
    key: JSON.stringify([repository, canonical, ...more]),
    says: `exactly ${canonical}`,
  });
  if (program === 'gh') return exact();
  const line = lineOf(command, repository);
  if (line === undefined || line.configured) return undefined;
  const { subcommand, words, cwd } = line;
  if (verdict.risk === 'remote') {
    const { remote, unknown } = radius;
    if (subcommand !== 'push' || unknown !== null || remote.some(update => isProtected(update, defaults)))
      return undefined;
    // What a bare push sends depends on the branch: where it goes is part of the shape.
    return exact(...remote.map(({ remote, ref }) => `${remote} ${ref}`).sort());
  }
  const form = Object.hasOwn(FORMS, subcommand) ? FORMS[subcommand] : undefined;
  if (form === undefined) return exact();
  const walked = read(words, form);
  if (walked === undefined) return undefined;
  const options = optionsOf(walked, form.free ?? []);
  const names = options.map(([name]) => name).join(' ');
  return {
    key: JSON.stringify([repository, cwd, subcommand, ...options]),
    says: `git ${subcommand}${names === '' ? '' : ` ${names}`} with any other names or files`,
  };
}

function optionsOf({ found }: Walked, free: readonly string[]): (readonly [name: string, value: string])[] {
  return found
    .map(({ option, value }) => [option.name, free.includes(option.name) ? '…' : (value ?? '')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function isProtected({ ref, remote }: RemoteUpdate, defaults: readonly string[]): boolean {
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
  // A tag or a note is read by others too, and seldom meant to move.
  if (branch === undefined) return true;
  return ALWAYS_PROTECTED.includes(branch) || defaults.includes(`${remote}/${branch}`);
}
