import { pagesOf } from '../panels/pages.ts';

/** The beginning of a text, to the end of a line, and what was cut and how to go on where that is not all. */
export function cutText(text: string, characters: number, next: string): string {
  const [shown = ''] = pagesOf(text, characters);
  if (shown.length === text.length) return text;
  const lines = (part: string) => part.replace(/\n$/, '').split('\n').length;
  return `${shown.replace(/\n$/, '')}\n[cut: lines 1 to ${lines(shown)} of ${lines(text)}. ${next}]`;
}
