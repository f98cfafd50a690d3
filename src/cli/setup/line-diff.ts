/** What changed between two texts, as lines: all that is the same before and after it is left out but for a few lines. */
export function lineDiff(before: string, after: string): readonly string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const most = Math.min(old.length, now.length);
  let same = 0;
  while (same < most && old[same] === now[same]) same += 1;
  let sameAtEnd = 0;
  while (sameAtEnd < most - same && old.at(-1 - sameAtEnd) === now.at(-1 - sameAtEnd)) sameAtEnd += 1;
  const gone = old.slice(same, old.length - sameAtEnd);
  const come = now.slice(same, now.length - sameAtEnd);
  return [
    ...old.slice(Math.max(0, same - AROUND), same).map(line => `  ${line}`),
    ...gone.map(line => `- ${line}`),
    ...come.map(line => `+ ${line}`),
    ...old.slice(old.length - sameAtEnd, old.length - sameAtEnd + AROUND).map(line => `  ${line}`),
  ];
}

const AROUND = 3;
const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
