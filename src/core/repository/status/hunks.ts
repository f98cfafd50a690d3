/** The beginning of a hunk; within one every line begins with a blank, a plus, a minus or a backslash. */
const HUNK = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/;
/** The lines of a file's head that say which file it is; modes and ids are no part of a hunk. */
const NAMES = /^(?:diff --git |--- |\+\+\+ )/;

/**
 * The patch of one hunk of one file's diff, byte for byte; undefined when there is no such hunk. The diff is of one file
 * that is on both sides under the same name.
 */
export function hunkPatch(diff: Buffer, hunk: number): Buffer | undefined {
  // One character a byte: whatever encoding the file has, its bytes come through.
  const lines = diff.toString('latin1').split(/(?<=\n)/);
  const starts = lines.flatMap((line, at) => (HUNK.test(line) ? [at] : []));
  const [first] = starts;
  const start = starts[hunk];
  if (first === undefined || start === undefined) return undefined;
  const head = lines.slice(0, first).filter(line => NAMES.test(line));
  if (head.length !== 3) return undefined;
  return Buffer.from([...head, ...lines.slice(start, starts[hunk + 1])].join(''), 'latin1');
}
