import { basename } from 'node:path/posix';
import type { Program } from '../command/command.ts';
import { isHarmless } from './harmless.ts';
import { type Operator, type Token, tokensOf, type WordToken } from './tokens.ts';

/** One command of a shell line. */
export interface ShellCommand {
  /** The operator in front of it; `;` for the first, and for a new line. */
  readonly operator: Operator;
  /** True when another command writes into it or a file is opened for it to read. */
  readonly isFed: boolean;
  /** True when a file is opened for what it prints. */
  readonly writesFile: boolean;
  readonly what: What;
}

export type What =
  | {
      readonly kind: 'call';
      readonly program: Program;
      /** The words after the program's name; undefined where they depend on variables or files. */
      readonly args: readonly string[] | undefined;
      /** Where the word that names the program stands in the line. */
      readonly name: { readonly from: number; readonly to: number };
    }
  /** `folder` is undefined where it depends on a variable. */
  | { readonly kind: 'cd'; readonly folder: string | undefined }
  /** Prints what it is given, and nothing else comes of it. */
  | { readonly kind: 'harmless' }
  /** Any other program. */
  | { readonly kind: 'other' };

/** Takes a shell line for the commands that it runs; undefined where there is any doubt what they are. */
export function commandsOf(line: string): readonly ShellCommand[] | undefined {
  const tokens = tokensOf(line);
  if (tokens === undefined) return undefined;
  const commands: ShellCommand[] = [];
  let own: Token[] = [];
  let operator: Operator = ';';
  const end = (next: Operator | undefined): boolean => {
    const command = commandFrom(own, operator, next, line);
    if (command === undefined) return false;
    commands.push(command);
    own = [];
    operator = next ?? ';';
    return true;
  };
  for (const token of tokens)
    if (token.kind !== 'operator') own.push(token);
    else if (!end(token.operator)) return undefined;
  // A semicolon or a new line may be the last, no other operator.
  if (own.length === 0) return operator === ';' ? commands : undefined;
  return end(undefined) ? commands : undefined;
}

function commandFrom(
  tokens: readonly Token[],
  operator: Operator,
  next: Operator | undefined,
  line: string,
): ShellCommand | undefined {
  const words = tokens.filter(token => token.kind === 'word');
  const files = tokens.filter(token => token.kind === 'redirect' && token.to === 'file');
  const isInPipe = operator === '|' || next === '|';
  const what = whatOf(words, isInPipe, line);
  if (what === undefined) return undefined;
  const reads = files.some(token => token.kind === 'redirect' && token.reads);
  return {
    operator,
    isFed: operator === '|' || reads,
    writesFile: files.some(token => token.kind === 'redirect' && !token.reads),
    what: what.kind === 'harmless' && reads ? { kind: 'other' } : what,
  };
}

function whatOf(words: readonly WordToken[], isInPipe: boolean, line: string): What | undefined {
  const bare = withoutPrefix(words, line);
  const [name, ...rest] = bare ?? [];
  if (name?.text === undefined) return undefined;
  const program = Object.hasOwn(PROGRAMS, name.text) ? PROGRAMS[name.text] : undefined;
  if (program !== undefined) {
    const args = textsOf(rest);
    return { kind: 'call', program, args, name: { from: name.from, to: name.to } };
  }
  const isBare = bare?.length === words.length;
  if (name.text === 'cd') return isBare && !isInPipe ? cdTo(rest) : undefined;
  const args = textsOf(rest);
  if (isBare && args !== undefined && isHarmless(name.text, args, isInPipe)) return { kind: 'harmless' };
  const mentions = words.some(({ text, from, to }) => MENTION.test(line.slice(from, to)) || MENTION.test(text ?? ''));
  const isClear =
    PROGRAM_NAME.test(name.text) && !UNCLEAR.has(name.text) && !STARTERS.has(basename(name.text)) && !mentions;
  return isClear ? { kind: 'other' } : undefined;
}

const textsOf = (words: readonly WordToken[]): readonly string[] | undefined => {
  const texts = words.flatMap(({ text }) => text ?? []);
  return texts.length === words.length ? texts : undefined;
};

function cdTo(words: readonly WordToken[]): What | undefined {
  const [folder] = words;
  if (words.length !== 1 || folder === undefined) return undefined;
  const { text } = folder;
  // `-` and `+1` are folders of before.
  if (text !== undefined && (text === '' || /^[-+]/.test(text))) return undefined;
  return { kind: 'cd', folder: text };
}

/** The words from the program on: without variables for it alone, `env` and `command`; undefined where those may change what it does. */
function withoutPrefix(words: readonly WordToken[], line: string): readonly WordToken[] | undefined {
  const afterVariables = (from: number): number | undefined => {
    for (let at = from; at < words.length; at += 1) {
      const word = words[at];
      const name = word && ASSIGNMENT.exec(line.slice(word.from, word.to))?.[1];
      if (word === undefined || name === undefined) return at;
      const value = word.text?.slice(name.length + 1);
      const harmless = Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : undefined;
      if (value === undefined || !harmless?.test(value)) return undefined;
    }
    return undefined;
  };
  let at = afterVariables(0);
  if (at !== undefined && words[at]?.text === 'command') at += 1;
  if (at !== undefined && words[at]?.text === 'env') at = afterVariables(at + 1);
  return at === undefined ? undefined : words.slice(at);
}

const ASSIGNMENT = /^([A-Za-z_]\w*)=/;

/** The spellings of both programs whose meaning no line can change. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  '/bin/gh': 'gh',
  '/bin/git': 'git',
  '/opt/homebrew/bin/gh': 'gh',
  '/opt/homebrew/bin/git': 'git',
  '/usr/bin/gh': 'gh',
  '/usr/bin/git': 'git',
  '/usr/local/bin/gh': 'gh',
  '/usr/local/bin/git': 'git',
  gh: 'gh',
  git: 'git',
};

/** Either program as a word of its own somewhere in a command of another: who runs it, and how, is not known here. */
const MENTION = /(?:^|[^a-z\d])(?:git|gh)(?![a-z\d])/i;
const PROGRAM_NAME = /^[A-Za-z\d_./][\w./+-]*$/;

const LOCALE = /^[A-Za-z][\w.@-]*$/;
const NO_EDITOR = /^(?:true|:)$/;
const NO_PAGER = /^(?:cat)?$/;
const SWITCH = /^\w*$/;

/** Variables that agents set for a command, and the values by which none of them makes it do anything else. */
const VARIABLES: Readonly<Record<string, RegExp>> = {
  CI: SWITCH,
  COLUMNS: SWITCH,
  EDITOR: NO_EDITOR,
  GH_NO_UPDATE_NOTIFIER: SWITCH,
  GH_PAGER: NO_PAGER,
  GH_PROMPT_DISABLED: SWITCH,
  GIT_EDITOR: NO_EDITOR,
  GIT_OPTIONAL_LOCKS: SWITCH,
  GIT_PAGER: NO_PAGER,
  GIT_SEQUENCE_EDITOR: NO_EDITOR,
  GIT_TERMINAL_PROMPT: SWITCH,
  LANG: LOCALE,
  LC_ALL: LOCALE,
  NO_COLOR: SWITCH,
  PAGER: NO_PAGER,
  TERM: /^(?:dumb|vt100|xterm(?:-256color)?)$/,
  VISUAL: NO_EDITOR,
};

/** What a shell does itself when it stands where a command begins: it changes how the line goes on, or is no command. */
const UNCLEAR: ReadonlySet<string> = new Set(
  `. [ alias always autoload bg bind break builtin caller case cd chdir command compgen complete continue coproc declare dirs
  disown do done elif else emulate enable end env esac eval exec exit export fc fg fi float for foreach function getopts hash
  history if in integer jobs kill let limit local logout mapfile nocorrect noglob popd print printf private pushd read
  readarray readonly repeat return rehash sched select set setopt shift shopt source suspend test then time times trap type
  typeset ulimit umask unalias unfunction unhash unlimit unset unsetopt until vared wait whence where which while zcompile
  zmodload zstyle`.split(/\s+/),
);

/** Programs that are there to start others, which may be git. */
const STARTERS: ReadonlySet<string> = new Set(
  `ash bash busybox csh dash doas env expect find fish flock ionice ksh nice nohup parallel rbash script setsid sh ssh stdbuf
  strace su sudo tcsh timeout unshare watch xargs zsh`.split(/\s+/),
);
