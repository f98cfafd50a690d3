import { linesOf } from '../rows.ts';
import type { BlameLine } from './blame-line.ts';
import { timeOf } from './git-date.ts';
import { porcelainBlame } from './porcelain.ts';

const WITH_AUTHOR = /^([\^?*]*[0-9a-f]{4,64})(?: [^(]*)? ?\((.*?) +(\d+)\) ?/;
const WITHOUT_AUTHOR = /^([\^?*]*[0-9a-f]{4,64})(?: .*?)?? +(\d+)\) ?/;
/** The text before a line's content is no longer than this; blanks without end would be tried in every way. */
const LONGEST_GUTTER = 1_000;

/** The ways git writes a date, at the end of who wrote it. */
const DATES = [
  /\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d:\d\d(?: ?[-+]\d\d:?\d\d|Z)?)?$/,
  /[A-Z][a-z]{2},? (?:[A-Z][a-z]{2} \d+|\d+ [A-Z][a-z]{2}) [\d: ]+(?:[-+]\d{4})?$/,
  /(?:\d+ (?:year|month|week|day|hour|minute|second)s?,? ?)+ago$/,
  /\d{9,11}(?: [-+]\d{4})?$/,
] as const;

/** Whether a text begins as blame prints it. */
export const isBlame = (text: string) => parseBlame(text.slice(0, 20_000)) !== null;

/** Reads what blame printed, in any of its formats; null when it is something else. */
export function parseBlame(text: string): readonly (BlameLine | string)[] | null {
  const lines = linesOf(text);
  const read = createReader();
  const found = porcelainBlame(lines) ?? lines.map(line => read(line) ?? line);
  return typeof found[0] === 'object' ? found : null;
}

interface Authorship {
  readonly author: string;
  readonly date: string;
  readonly time: number | null;
}

/** Most lines say what another has said before them. */
function createReader(): (text: string) => BlameLine | null {
  const known = new Map<string, Authorship>();
  return text => {
    const [gutter, commit, who, number] = WITH_AUTHOR.exec(text.slice(0, LONGEST_GUTTER)) ?? [];
    if (gutter === undefined || commit === undefined || who === undefined) return nameless(text);
    const authorship = known.get(who) ?? authorshipIn(who);
    known.set(who, authorship);
    return { text, commit: bare(commit), ...authorship, number: Number(number), content: text.slice(gutter.length) };
  };
}

function authorshipIn(who: string): Authorship {
  const date = DATES.map(pattern => pattern.exec(who)?.[0]).find(found => found !== undefined) ?? '';
  return { author: who.slice(0, who.length - date.length).trim(), date, time: timeOf(date) };
}

/** With -s it is said by nobody. */
function nameless(text: string): BlameLine | null {
  const [gutter, commit, number] = WITHOUT_AUTHOR.exec(text.slice(0, LONGEST_GUTTER)) ?? [];
  if (gutter === undefined || commit === undefined) return null;
  const content = text.slice(gutter.length);
  return { text, commit: bare(commit), author: '', date: '', time: null, number: Number(number), content };
}

/** Without the sign that history ends there. */
const bare = (commit: string) => commit.replace(/^[^0-9a-f]+/, '');
