import { createHash } from 'node:crypto';

const NAME_LENGTH = 40;
const FIRST_ID = 8;
/** Made when it is first needed: that takes as long as half of the extension's activation. */
let graphemes: Intl.Segmenter | undefined;

/** The identity of a panel: the repository's root and the canonical command. */
export function panelKey(repository: string, canonical: string): string {
  return createHash('sha256').update(`${repository}\0${canonical}`).digest('hex');
}

/** The command cut to 40 characters, never inside what a reader sees as one character. */
export function panelName(canonical: string): string {
  if (canonical.length <= NAME_LENGTH) return canonical;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let name = '';
  for (const { segment } of graphemes.segment(canonical)) {
    if (name.length + segment.length >= NAME_LENGTH) break;
    name += segment;
  }
  return `${name}…`;
}

/** Gives out P8, P9, …, or the one that is wanted: an id names one panel for as long as the window lives. */
export function createIds(): (wanted?: string) => string {
  const given = new Set<string>();
  let next = FIRST_ID;
  return wanted => {
    const id = wanted !== undefined && isId(wanted) && !given.has(wanted) ? wanted : `P${next}`;
    given.add(id);
    next = Math.max(next, Number(id.slice(1)) + 1);
    return id;
  };
}

/** Whether an id could have been given out; those below are of fixed views. */
const isId = (text: string): boolean => /^P[1-9]\d{0,5}$/.test(text) && Number(text.slice(1)) >= FIRST_ID;

/** An id as the collection spells it, from one a person or a model wrote. */
export function spellId(written: string): string {
  return written.trim().toUpperCase();
}

/** The name of a panel's file. */
export function fileOf(uid: string): string {
  return `${uid}.json`;
}

/** The uid in a panel file's name; undefined for every other name, and so for every path trick. */
export function uidOf(file: string): string | undefined {
  return /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/.exec(file)?.[1];
}
