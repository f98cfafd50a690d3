import type { Program } from '../command/command.ts';
import type { ToolCore } from './tool-core.ts';
import { problem, type ToolResult } from './tool-result.ts';

/** A word that is no subcommand or option, though one is much like it. */
export interface Typo {
  readonly word: string;
  /** Whole commands that may have been meant, the likeliest first. */
  readonly meant: readonly string[];
}

/** Says what may have been meant; nobody was asked about what was written. */
export const typoResult = ({ word, meant }: Typo): ToolResult =>
  problem({
    code: 'mistyped',
    message: `There is no ${JSON.stringify(word)}. Nothing was run, and nobody was asked.`,
    hint: `Did you mean ${meant.join(' or ')}?`,
    facts: { word, meant },
  });

type TypoCore = Pick<ToolCore, 'contextOf' | 'git' | 'hasProgram'>;

/** Later words are names and texts. */
const MOST_WORDS = 30;
const MOST_MEANT = 3;

/**
 * Finds the typo in a command for which the person would be asked in vain: a subcommand that neither git nor the person
 * has, or an option without which it would be a read.
 */
export async function findTypo(
  core: TypoCore,
  program: Program,
  text: string,
  repository: string,
): Promise<Typo | undefined> {
  const context = core.contextOf(repository);
  if (context === undefined) return undefined;
  const { classifyText } = await import('../command/tables.ts');
  const classOf = (command: string) => {
    const classified = classifyText(program, command, context);
    return classified.ok ? classified.command.verdict.class : undefined;
  };
  if (classOf(text) !== 'mutating') return undefined;
  const language = await import('../command/complete/completion.ts');
  for (const begun of beginnings(text)) {
    const found = fixesOf(language, begun);
    if (found === undefined) continue;
    const { word, fixes } = found;
    const meant = fixes.slice(0, MOST_MEANT).map(fix => `${fix}${text.slice(begun.length)}`);
    if (!word.startsWith('-'))
      return (await isSomeones(core, program, begun, repository)) ? undefined : { word, meant };
    const reads = meant.filter(fixed => classOf(fixed) === 'read-only');
    if (reads.length > 0) return { word, meant: reads };
  }
  return undefined;
}

/** What the last word of a text may have been meant for; undefined when there is nothing wrong with it, or nothing like it. */
function fixesOf({ hintFor, complete, NO_NAMES }: Completions, begun: string) {
  const hint = hintFor(begun);
  if (hint === undefined || !begun.endsWith(hint.word)) return undefined;
  const { word } = hint;
  if (hint.kind === 'mistyped') return { word, fixes: hint.fixes.map(fix => fix.text) };
  // Nothing more of it comes.
  if (hint.lacks !== 'subcommand' && hint.lacks !== 'option') return undefined;
  return { word, fixes: complete(begun, NO_NAMES).map(({ text }) => text.trimEnd()) };
}

type Completions = typeof import('../command/complete/completion.ts');

/** The text up to the end of each of its words. */
function beginnings(text: string): readonly string[] {
  const ends = [...text.matchAll(/\S(?=\s|$)/g)].map(({ index }) => index + 1);
  return ends.slice(1, MOST_WORDS).map(end => text.slice(0, end));
}

/** Whether a word that git does not know is an alias or a program of the person, or may be an extension of gh. */
async function isSomeones(
  { git, hasProgram }: TypoCore,
  program: Program,
  begun: string,
  repository: string,
): Promise<boolean> {
  const words = begun.split(' ').filter(Boolean);
  const word = words.at(-1) ?? '';
  if (program === 'gh') return words.length === 2;
  if (!/^[a-zA-Z][\w-]*$/.test(word)) return false;
  const alias = await git.read(['config', '--get', `alias.${word}`], repository);
  return alias.ok || hasProgram(`git-${word}`);
}
