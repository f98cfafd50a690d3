import type { GitAnswer } from './ask-git.ts';
import type { Scratch } from './scratch.ts';

/** Subcommands that read in every form we use, whatever their words. */
const READS = [
  'cat-file',
  'check-attr',
  'check-ignore',
  'diff',
  'diff-files',
  'diff-index',
  'diff-tree',
  'for-each-ref',
  'fsck',
  'log',
  'ls-files',
  'ls-tree',
  'merge-base',
  'rev-list',
  'rev-parse',
  'show-ref',
  'status',
] as const;

/** Subcommands that read in some forms: what has to follow them, and what more is asked of their words. */
const READ_FORMS = {
  apply: {
    first: ['--numstat', '--check'],
    isRead: words => beforeDashes(words).every(word => PATCH_LOOK.test(word)),
  },
  clean: { first: ['-n'], isRead: words => !words.includes('--no-dry-run') },
  config: {
    first: ['-z', '--get', '--get-all', '--get-regexp', '--list', '--local', '--type=bool'],
    isRead: words => words.some(word => /^--(?:get(?:-all|-regexp)?|list)$/.test(word)),
  },
  'hash-object': { first: ['--'], isRead: () => true },
  'merge-file': { first: ['-p'], isRead: () => true },
  prune: { first: ['-n'], isRead: words => !words.includes('--no-dry-run') },
  'symbolic-ref': {
    first: ['--quiet', 'HEAD'],
    isRead: ([first, name, ...more]) =>
      first === 'HEAD' ? name === undefined : name !== undefined && !name.startsWith('-') && more.length === 0,
  },
  worktree: { first: ['list'], isRead: () => true },
} as const satisfies Record<string, ReadForm>;

/** Each of the two that come first keeps git from applying anything, and no word here takes it back. */
const PATCH_LOOK = /^(?:--numstat|--check|-z|-p\d+|-R|--cached|--whitespace=nowarn|--directory=.*)$/;

interface ReadForm {
  readonly first: readonly string[];
  readonly isRead: (words: readonly string[]) => boolean;
}

/** Subcommands that answer with an object they write: only into a scratch folder. */
const SCRATCH_READS = ['commit-tree', 'merge-tree', 'mktree', 'write-tree'] as const;

/** Notes that files are meant to be added, and reads none of them: only into a copy of the index. */
const INTENT_TO_ADD = ['add', '--intent-to-add', '--'] as const;

/** What fills an index of ours, with objects that need not be there. */
const isIndexFill = ([subcommand, ...words]: readonly string[]): boolean => {
  const said = words.join(' ');
  if (subcommand === 'read-tree') return /^(?:--empty|[0-9a-f]{40}|[0-9a-f]{64})$/.test(said);
  return subcommand === 'update-index' && said === '-z --index-info';
};

/** Options by which a read would leave a file or an object behind. */
const LEAVES_SOMETHING = /^(?:-w|--output(?:=.*)?|--lost-found)$/;

type ReadForms = typeof READ_FORMS;
type FormArgs = { [Name in keyof ReadForms]: readonly [Name, ReadForms[Name]['first'][number], ...string[]] };

/** The words of a question: a subcommand that reads, and what stands after it. */
export type ReadArgs = readonly [(typeof READS)[number], ...string[]] | FormArgs[keyof FormArgs];
export type ScratchArgs =
  | readonly [(typeof SCRATCH_READS)[number], ...string[]]
  | readonly ['read-tree', string]
  | readonly ['update-index', '-z', '--index-info']
  | readonly [...typeof INTENT_TO_ADD, ...string[]];

/** The answer to what is no read, which types alone cannot keep out: a word may be computed. */
export function refuseUnlessRead(args: readonly string[], scratch: Scratch | undefined): GitAnswer | undefined {
  if (isRead(args) || (scratch !== undefined && includes(SCRATCH_READS, args[0]))) return undefined;
  if (scratch?.index !== undefined && (isIndexFill(args) || INTENT_TO_ADD.every((word, at) => word === args[at])))
    return undefined;
  return { ok: false, reason: 'not-a-read', message: `Not asked: 'git ${args.join(' ')}' is no read.` };
}

function isRead([subcommand = '', ...words]: readonly string[]): boolean {
  if (beforeDashes(words).some(word => LEAVES_SOMETHING.test(word))) return false;
  if (includes(READS, subcommand)) return true;
  const form: ReadForm | undefined = Object.hasOwn(READ_FORMS, subcommand)
    ? READ_FORMS[subcommand as keyof ReadForms]
    : undefined;
  return form !== undefined && includes(form.first, words[0]) && form.isRead(words);
}

function beforeDashes(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end === -1 ? words : words.slice(0, end);
}

const includes = (list: readonly string[], word: string | undefined): boolean =>
  word !== undefined && list.includes(word);
