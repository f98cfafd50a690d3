import type { LinkKind } from '../../src/protocol/to-result-page.ts';

export interface Link {
  readonly kind: LinkKind;
  /** As written: the host checks it before it believes it. */
  readonly value: string;
  readonly line?: number;
}

export interface Part {
  readonly text: string;
  readonly link: Link | null;
}

const MOST = 200;
/** The longest value that a message to the host may hold. */
export const LONGEST_VALUE = 4096;

const CANDIDATE =
  /(?<url>https?:\/\/[^\s<>"'`{}|\\^\p{Cc}\p{Cf}]+)|(?<![\w#&/-])(?<repository>[A-Za-z0-9][\w-]{0,38}\/[\w.-]{1,100})?#(?<issue>\d{1,9})(?!\w)|(?<![\w-])(?<commit>[0-9a-f]{7,64})(?![\w-])/gu;
/** A person by the sign before their name; it is other things in code, and a team with a slash. */
const OR_USER = new RegExp(
  `${CANDIDATE.source}|(?<![\\w/@.-])@(?<user>[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38})(?![\\w/-])`,
  CANDIDATE.flags,
);

/** Cuts a text where links begin and end. */
export const linkParts = (text: string): readonly Part[] => partsBy(CANDIDATE, text);

/** The same for what people write to each other on GitHub: people are links too. */
export const conversationParts = (text: string): readonly Part[] => partsBy(OR_USER, text);

/** The host that a link leads to, unless its text says that it does: an address that only looks like another's says it too. */
export function unsaidHost(text: string, address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { host, username, password } = new URL(address);
  const asWord = new RegExp(`(?<![\\w.@-])${host.replace(/[^\w-]/g, '\\$&')}(?![\\w.@-])`, 'i');
  return username === '' && password === '' && asWord.test(text) ? null : host;
}

function partsBy(pattern: RegExp, text: string): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  let count = 0;
  for (const match of text.matchAll(pattern)) {
    const found = linkOf(match);
    if (found === null) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index), link: null });
    parts.push(found);
    at = match.index + found.text.length;
    count += 1;
    if (count === MOST) break;
  }
  if (at < text.length) parts.push({ text: text.slice(at), link: null });
  return parts;
}

function linkOf({ 0: whole, groups }: RegExpExecArray): Part | null {
  const { url, repository, issue, commit, user } = groups ?? {};
  if (url !== undefined) {
    const value = withoutTail(url);
    const isWhole = /^https?:\/\/[^/]/.test(value) && value.length <= LONGEST_VALUE;
    return isWhole ? { text: value, link: { kind: 'url', value } } : null;
  }
  if (issue !== undefined)
    return { text: whole, link: { kind: 'issue', value: repository === undefined ? issue : whole } };
  if (user !== undefined) return { text: whole, link: { kind: 'user', value: user } };
  return commit !== undefined && isCommitId(commit) ? { text: commit, link: { kind: 'commit', value: commit } } : null;
}

/** Short words and numbers look like ids too: only a mix of both, or the full length, is taken for one. */
function isCommitId(text: string): boolean {
  if (!/^[0-9a-f]{7,64}$/.test(text)) return false;
  return text.length === 40 || text.length === 64 || (/[0-9]/.test(text) && /[a-f]/.test(text));
}

/** A sentence's own punctuation after an address, and a bracket that was opened before it, are not part of it. */
function withoutTail(url: string): string {
  let end = url.length;
  const opened = count(url, '(');
  let closed = count(url, ')');
  for (; end > 0; end -= 1) {
    const last = url.charAt(end - 1);
    if (last === ')' && closed > opened) closed -= 1;
    else if (!/[.,;:!?*_~\]]/.test(last)) break;
  }
  return url.slice(0, end);
}

const count = (text: string, char: string) => text.split(char).length - 1;
