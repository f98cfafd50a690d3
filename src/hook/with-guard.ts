import type { JudgedCall } from '../core/shell-line/judge-line.ts';

/** The line with the guard in front of each of these calls; all else stays as it was written. */
export function withGuard(line: string, calls: readonly Pick<JudgedCall, 'name' | 'program'>[], guard: string): string {
  let text = line;
  // From the end, so that what stands before keeps its place.
  for (const { name, program } of calls.toSorted((a, b) => b.name.from - a.name.from))
    text = `${text.slice(0, name.from)}${guard} ${program}${text.slice(name.to)}`;
  return text;
}
