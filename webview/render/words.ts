import type { Command } from './document.ts';

/** A command taken apart as far as choosing a renderer needs it. */
export interface Words {
  /** `log`, `stash show`, `pr view`, …. */
  readonly name: string;
  /** What stands after the name, up to `--`. */
  readonly rest: readonly string[];
  /** Whether one of these options is there: `--stat` also as `--stat=…`, `-s` also among `-sn`. */
  has(...options: readonly string[]): boolean;
}

const GIT_VALUES = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env']);
const GH_VALUES = new Set(['-R', '--repo', '--hostname']);
/** Commands that say what they do by a second word. */
const GIT_GROUPS = new Set(['bisect', 'notes', 'reflog', 'remote', 'stash', 'submodule', 'worktree']);

/** Takes the words after the program's name apart. */
export function wordsOf({ program, args }: Command): Words {
  const values = program === 'git' ? GIT_VALUES : GH_VALUES;
  const names: string[] = [];
  const rest: string[] = [];
  let wanted = program === 'git' ? 1 : 2;
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i] ?? '';
    if (word === '--') break;
    const isName = names.length < wanted && !word.startsWith('-') && (program === 'gh' || rest.length === 0);
    if (isName) {
      names.push(word);
      if (word === 'api' && program === 'gh') wanted = 1;
      if (program === 'git' && names.length === 1 && GIT_GROUPS.has(word)) wanted = 2;
    } else if (values.has(word) && (program === 'gh' || names.length === 0)) {
      i += 1;
    } else if (names.length > 0) {
      rest.push(word);
    }
  }
  const long = new Set(rest.filter(word => word.startsWith('--')).map(word => word.split('=', 1)[0]));
  const short = rest.filter(word => /^-[a-zA-Z]/.test(word));
  return {
    name: names.join(' '),
    rest,
    has: (...options) =>
      options.some(option =>
        option.startsWith('--') ? long.has(option) : short.some(word => word.includes(option.slice(1))),
      ),
  };
}
