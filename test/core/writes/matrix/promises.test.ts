import { describe, expect, it } from 'vitest';
import { SCENES } from './promises.ts';
import { makeStation, roundTrip, type Station } from './round-trip.ts';
import { some } from './sample.ts';

/** What is said before a command is true of it afterwards: what Undo is to bring back is there, or it was said that not all is. */
describe.each(Object.entries(SCENES))('the gate says what undo brings back: %s', (scene, { kind, prepare, lines }) => {
  let station: Station | undefined;
  it.each(some(lines, `promises ${scene}`, 2))('%s', async text => {
    station ??= makeStation(kind, prepare);
    const result = await roundTrip(station, text);
    const left = result.outcome === 'different' ? result.differences : [];
    expect(left, left.join('\n')).toEqual([]);
  });
});
