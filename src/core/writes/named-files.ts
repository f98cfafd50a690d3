import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ParsedWrite } from './parsed-write.ts';
import type { NamedPath } from './snapshot-scope.ts';

/** Where the words of a subcommand name files that it writes, besides those git tracks. */
interface NamingWords {
  /** Options whose value is a file. */
  readonly files?: readonly string[];
  /** Options whose value is a folder for files that git names itself. */
  readonly folders?: readonly string[];
  /** The ends of names that git gives files in the folder it runs in, when no other is named. */
  readonly here?: readonly string[];
  /** The first name after so many others is a file. */
  readonly positional?: number;
}

const OUTPUT: NamingWords = { files: ['--output'] };
const MARKS: NamingWords = { files: ['--export-marks', '--export-pack-edges'] };

const SUBCOMMANDS: Readonly<Record<string, NamingWords>> = {
  archive: { files: ['-o', '--output'] },
  bugreport: { folders: ['-o', '--output-directory'], here: ['.txt', '.zip'] },
  bundle: { positional: 1 },
  config: { files: ['-f', '--file'] },
  diagnose: { folders: ['-o', '--output-directory'], here: ['.zip'] },
  'fast-export': MARKS,
  'fast-import': MARKS,
  'format-patch': { files: ['--output'], folders: ['-o', '--output-directory'], here: ['.patch'] },
  mailinfo: { positional: 0 },
  'merge-file': { positional: 0 },
};

/** The files that a command line names for writing. One too many costs a look at the disk. */
export function namedPathsOf(
  { command, line, cwd }: ParsedWrite,
  environment: Readonly<Record<string, string | undefined>>,
): NamedPath[] {
  if (command.program !== 'git' || line === undefined) return [];
  const { subcommand, words } = line;
  const {
    files = [],
    folders = [],
    here = [],
    positional,
  } = (Object.hasOwn(SUBCOMMANDS, subcommand) ? SUBCOMMANDS[subcommand] : undefined) ?? OUTPUT;
  const names = words.filter(word => !word.startsWith('-'));
  const named = positional === undefined ? [] : names.slice(positional, positional + 2);
  const inFolders = valuesOf(words, folders);
  const globals = subcommand === 'config' && words.some(word => /^--g[lobal]*$/.test(word));
  return [
    ...[...valuesOf(words, files), ...named].map((path): NamedPath => ({ path: resolve(cwd, path), kind: 'file' })),
    ...inFolders.map((path): NamedPath => ({ path: resolve(cwd, path), kind: 'folder', endings: [] })),
    ...(here.length > 0 ? [{ path: cwd, kind: 'folder', endings: here } as const] : []),
    ...(globals ? globalConfigFiles(environment).map((path): NamedPath => ({ path, kind: 'file' })) : []),
  ];
}

/** Either may be the one that git writes; it takes the second only where it is there and the first is not. */
function globalConfigFiles(environment: Readonly<Record<string, string | undefined>>): string[] {
  const { HOME = homedir(), XDG_CONFIG_HOME } = environment;
  return [join(HOME, '.gitconfig'), join(XDG_CONFIG_HOME || join(HOME, '.config'), 'git', 'config')];
}

/** Values of options however they are written: attached, as the next word, or after an abbreviation. */
function valuesOf(words: readonly string[], names: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const [written = '', ...value] = word.split('=');
    const isLong = written.startsWith('--') && written.length > 2 && names.some(name => name.startsWith(written));
    if (isLong) return value.length > 0 ? [value.join('=')] : words.slice(at + 1, at + 2);
    const short = names.find(name => /^-[^-]$/.test(name));
    const letter = short === undefined || !/^-[^-]/.test(word) ? -1 : word.indexOf(short.charAt(1));
    if (letter === -1) return [];
    return letter === word.length - 1 ? words.slice(at + 1, at + 2) : [word.slice(letter + 1)];
  });
}
