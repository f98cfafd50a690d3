import { fencedLegible, fenceLength, legibleText } from '../../shared/fence.ts';
import { pagesOf } from '../panels/pages.ts';

/** With less room an answer would be all frame. */
const LEAST = 40;

/** Text that others wrote in a fence and in so many characters: its beginning to the end of a line, and how to go on where that is not all. */
export function fencedWithin(text: string, source: string, characters: number, next = 'The rest is not kept.'): string {
  const legible = legibleText(text).replace(/\n$/, '');
  if (legible === '') return '(no output)';
  const room = characters - fenceLength(source) - 2;
  if (legible.length <= room) return fencedLegible(legible, source);
  const note = (shown: number) => `[lines 1-${shown} of ${linesIn(legible)}. ${next}]`;
  const [page = ''] = pagesOf(legible, Math.max(LEAST, room - note(legible.length).length - 1));
  const shown = page.replace(/\n$/, '');
  return `${fencedLegible(shown, source)}\n${note(linesIn(shown))}`;
}

const linesIn = (text: string): number => text.split('\n').length;
