import { SandboxFailure } from '../failure.ts';
import { foldName } from '../files/paths.ts';

/** Branches that others build on, whatever a repository says. */
const PROTECTED = ['main', 'master', 'production'];

/** Whether a branch is to be looked at twice: by its name, however it is written, or for it is the default. */
export const isProtected = (branch: string, defaults: readonly string[]): boolean =>
  [...PROTECTED, ...defaults].some(name => foldName(name) === foldName(branch));

/** git-check-ref-format(1), and nothing that shows as something else. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'it is empty'],
  [/^.{245}/su, 'it is too long'],
  [
    /[\p{Cc}\p{Cf}\p{Z}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/u,
    'it holds a blank or a character that nobody sees',
  ],
  [/[~^:?*[\\]/, 'it holds a character that git gives a meaning of its own'],
  [/^-/, 'it begins like an option'],
  [/\.\.|@\{|^@$|\/\/|^\/|\/$/, 'git takes no such name'],
  [/(?:^|\/)\.|\.(?:\/|$)|\.lock(?:\/|$)/i, 'a part of it begins or ends in a dot, or ends in .lock'],
  [/^refs\//, 'it is the beginning of a full name of a ref: name the branch alone'],
  [/^(?:HEAD|FETCH_HEAD|ORIG_HEAD|MERGE_HEAD)$/i, 'it is a name that git uses itself'],
];

/** The name of a branch as it was given, or a failure that says what is wrong with it. */
export function branchName(given: string): string {
  const [, why] = FAULTS.find(([fault]) => fault.test(given)) ?? [];
  if (why === undefined) return given;
  throw new SandboxFailure(
    'bad-branch',
    `${JSON.stringify(given.slice(0, 100))} is no name for a branch: ${why}.`,
    'Name it with letters, digits, hyphens and slashes, such as feature/report.',
  );
}

export const BRANCH_TEMPLATE = 'worker-{timestamp}';

/** A name for a new branch, without colons. */
export function expandTemplate(template: string, now: number): string {
  const timestamp = new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[-:]/g, '')
    .replace('T', '-');
  return branchName(template.replaceAll('{timestamp}', timestamp));
}
