import type { Walked } from '../command/table.ts';
import type { Effect } from '../command/verdict.ts';
import type { AllowanceOptions } from './commands/record.ts';
import type { Impact, RemoteUpdate } from './impact/impact.ts';
import { losses } from './impact/worse.ts';
import type { ParsedWrite } from './parsed-write.ts';

/** The commands that an allowance covers: all of the same key. */
export interface AllowanceShape {
  readonly key: string;
  /** As a person reads it. */
  readonly summary: string;
}

/** More than these, and a person has to look every time. */
const PLAIN: readonly Effect[] = ['network', 'writes-repo', 'writes-files', 'writes-remote'];

const ALWAYS_PROTECTED = ['main', 'master', 'production'];

/** The shape of a command, or undefined when every run of it has to be asked for. */
export function allowanceShapeOf(
  { command, repository, line, record, configured }: ParsedWrite,
  impact: Impact,
  defaultBranches: readonly string[],
): AllowanceShape | undefined {
  const { verdict, canonical, program } = command;
  if (verdict.risk === 'destructive' || !verdict.effects.every(effect => PLAIN.includes(effect))) return undefined;
  if (losses(impact).length > 0 || impact.conflicts.total > 0) return undefined;
  const exact = (...more: readonly string[]): AllowanceShape => ({
    key: JSON.stringify([repository, canonical, ...more]),
    summary: `exactly ${canonical}`,
  });
  if (program === 'gh') return exact();
  if (line === undefined || configured) return undefined;
  const { subcommand, cwd, walked } = line;
  if (verdict.risk === 'remote') {
    const { remote, unknown } = impact;
    if (subcommand !== 'push' || unknown !== null || remote.some(update => isProtected(update, defaultBranches)))
      return undefined;
    // What a bare push sends depends on the branch: where it goes is part of the shape.
    return exact(...remote.map(({ remote, ref }) => `${remote} ${ref}`).sort());
  }
  if (record?.allowance === undefined) return exact();
  const options = walked && optionsOf(walked, record.allowance);
  if (options === undefined) return undefined;
  const names = options.map(([name]) => name).join(' ');
  return {
    key: JSON.stringify([repository, cwd, subcommand, ...options]),
    summary: `git ${subcommand}${names === '' ? '' : ` ${names}`} with any other names or files`,
  };
}

/** The options of a line with the values that count; undefined when one of them, a forcing one say, is not covered. */
function optionsOf(
  { found, options }: Walked,
  { options: covered, free = [] }: AllowanceOptions,
): (readonly [name: string, value: string])[] | undefined {
  const given = found.map(
    ({ option, value }) => [option.name, free.includes(option.name) ? '…' : (value ?? '')] as const,
  );
  const negated = [...options].flatMap(([name, value]) =>
    value === false ? [[name.replace('--', '--no-'), ''] as const] : [],
  );
  const all = [...given, ...negated];
  return all.every(([name]) => covered.includes(name)) ? all.sort(([a], [b]) => (a < b ? -1 : 1)) : undefined;
}

function isProtected({ ref, remote }: RemoteUpdate, defaultBranches: readonly string[]): boolean {
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
  // A tag or a note is read by others too, and seldom meant to move.
  if (branch === undefined) return true;
  return ALWAYS_PROTECTED.includes(branch) || defaultBranches.includes(`${remote}/${branch}`);
}
