/** The words by which git opens an editor, by subcommand, exactly as written; none where it does so without being told. */
const EDITOR_WORDS: Readonly<Record<string, readonly string[]>> = {
  commit: [],
  merge: ['-e', '--edit'],
  rebase: ['-i', '--interactive'],
  revert: ['-e', '--edit'],
  tag: [],
};

/** Undefined for a subcommand for which nobody is given an editor. */
export const editorWordsOf = (subcommand: string): readonly string[] | undefined =>
  Object.hasOwn(EDITOR_WORDS, subcommand) ? EDITOR_WORDS[subcommand] : undefined;

/** The words after a subcommand without those that ask for an editor; what stands after `--` is none of them. */
export function withoutEditorWords(subcommand: string, words: readonly string[]): readonly string[] {
  const asking = editorWordsOf(subcommand) ?? [];
  const dashes = words.indexOf('--');
  return words.filter((word, at) => !asking.includes(word) || (dashes !== -1 && at > dashes));
}
