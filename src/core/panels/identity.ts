import { createHash } from 'node:crypto';

const NAME_LENGTH = 40;
const FIRST_ID = 8;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What makes two requests the same panel: the repository's root and the canonical command. */
export function panelKey(repository: string, canonical: string): string {
  return createHash('sha256').update(`${repository}\0${canonical}`).digest('hex');
}

/** The command cut to 40 characters, never inside what a reader sees as one character. */
export function panelName(canonical: string): string {
  if (canonical.length <= NAME_LENGTH) return canonical;
  let name = '';
  for (const { segment } of graphemes.segment(canonical)) {
    if (name.length + segment.length >= NAME_LENGTH) break;
    name += segment;
  }
  return `${name}…`;
}

/** Gives out P8, P9, …: an id names one panel for as long as the window lives. */
export function createIds(): () => string {
  let next = FIRST_ID;
  return () => `P${next++}`;
}

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
