import { relativeTime } from '../../src/shared/relative-time.ts';
import { h } from '../ui/dom.ts';
import { plain } from './inline.ts';

/** A time of day as well, as gh prints it: `2026-03-02T09:10:00Z`, or in older ones `2026-03-02 09:10:00 +0000 UTC`. */
const MOMENT = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z| ?[+-]\d\d:?\d\d)(?: UTC)?$/;

/** How long ago a moment is, in words; null for what is none, and for the year 1, which stands for never. */
export function agoOf(text: string): string | null {
  const [, day, time] = MOMENT.exec(text) ?? [];
  if (day === undefined || time === undefined || day.startsWith('0001')) return null;
  const moment = Date.parse(text.replace(/ UTC$/, '').replace(/^(\S+) (\S+) ([+-]\d\d):?(\d\d)$/, '$1T$2$3:$4'));
  return Number.isNaN(moment) ? null : relativeTime(Date.now() - moment);
}

/** A moment as how long ago it is, with its date for who points at it; other text as it is. */
export function drawMoment(text: string): Node[] {
  const ago = agoOf(text);
  return ago === null ? plain(text) : [h('time', { title: text }, ago)];
}
