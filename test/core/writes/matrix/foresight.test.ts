import { describe, expect, it } from 'vitest';
import { COMMANDS, WITH_OPTIONS } from './commands.ts';
import { foresee, liesIn } from './foresight.ts';
import { makeStation } from './round-trip.ts';
import { kinds, sampleOf } from './sample.ts';

describe.each(kinds)('what is foreseen is no less than what happens: %s', kind => {
  let station: ReturnType<typeof makeStation> | undefined;
  it.each(sampleOf(kind, 'foresight', [...COMMANDS, ...WITH_OPTIONS]))('%s', async text => {
    station ??= makeStation(kind);
    const found = await foresee(station, text);
    if (found === undefined) return;
    const about = `${found.said}\n${found.impact.sentences.join('\n')}`;
    expect(liesIn(text, found), about).toEqual([]);
    expect(found.unsaved, about).toEqual([]);
  });
});
