import { execFile } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { isWithin } from '../../shared/paths.ts';
import { isGit, orNothing, processes, wordsOf } from './process-identity.ts';

/** A process of somebody's, as a person knows it. */
export interface GitProcess {
  readonly pid: number;
  /** Its program and subcommand; '' where the system does not say. The rest of its line may hold a secret. */
  readonly line: string;
}

/** The gits that work in one of some folders, whoever started them. Where no system says in which, all there are. */
export async function gitsIn(folders: readonly string[]): Promise<readonly GitProcess[]> {
  if (process.platform !== 'linux') return allGits();
  return processes()
    .filter(isGit)
    .filter(pid => folders.some(folder => isWithin(folder, cwdOf(pid))))
    .map(pid => ({ pid, line: shortLine(wordsOf(pid)) }));
}

/** The processes that have a file open, as far as the system lets us look; none where it has no way to ask. */
export async function holdersOf(path: string): Promise<readonly GitProcess[]> {
  if (process.platform === 'darwin') return holdersByList(path);
  if (process.platform !== 'linux') return [];
  return processes()
    .filter(pid => pid !== process.pid && openFiles(pid).includes(path))
    .map(pid => ({ pid, line: shortLine(wordsOf(pid)) }));
}

async function holdersByList(path: string): Promise<GitProcess[]> {
  // It exits with 1 when nobody has the file open.
  const listed = promisify(execFile)('/usr/sbin/lsof', ['-Fpc', '--', path]).catch(() => ({ stdout: '' }));
  const { stdout } = await listed;
  return [...stdout.matchAll(/^p(\d+)\nc(.*)$/gm)].map(([, pid, line = '']) => ({ pid: Number(pid), line }));
}

const openFiles = (pid: number): string[] => {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).map(name => orNothing(() => readlinkSync(`${folder}/${name}`)));
  } catch {
    return [];
  }
};

/** `git push` for `/usr/bin/git -c a=b push https://…`. */
function shortLine([program = '', ...words]: readonly string[]): string {
  const name = basename(program);
  const subcommand = words.find(
    (word, at) => /^[a-z][a-z-]*$/.test(word) && !['-C', '-c'].includes(words[at - 1] ?? ''),
  );
  return name === 'git' && subcommand !== undefined ? `${name} ${subcommand}` : name;
}

async function allGits(): Promise<GitProcess[]> {
  const [program, args] = process.platform === 'win32' ? TASKS : PROCESSES;
  const { stdout } = await promisify(execFile)(program, args, { windowsHide: true });
  return stdout
    .split('\n')
    .map(line => /(\d+)\W+(?:\S*\/)?git(?:\.exe)?\s*$|^"git\.exe","(\d+)"/.exec(line))
    .flatMap(match => (match ? [{ pid: Number(match[1] ?? match[2]), line: '' }] : []));
}

const TASKS = [
  `${process.env.SystemRoot ?? 'C:\\Windows'}\\System32\\tasklist.exe`,
  ['/NH', '/FO', 'CSV', '/FI', 'IMAGENAME eq git.exe'],
] as const;
const PROCESSES = ['/bin/ps', ['-axo', 'pid=,comm=']] as const;

const cwdOf = (pid: number): string => orNothing(() => readlinkSync(`/proc/${pid}/cwd`));
