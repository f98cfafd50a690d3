import { describe, expect, it } from 'vitest';
import { makeStation, roundTrip } from './round-trip.ts';
import { kinds, sampleOf } from './sample.ts';

describe.each(kinds)('undo brings back everything it says: %s', kind => {
  let station: ReturnType<typeof makeStation> | undefined;
  it.each(sampleOf(kind))('%s', async text => {
    station ??= makeStation(kind);
    const result = await roundTrip(station, text);
    const left = result.outcome === 'different' ? result.differences : [];
    expect(left, left.join('\n')).toEqual([]);
  });
});
