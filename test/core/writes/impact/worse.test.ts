import { describe, expect, it } from 'vitest';
import { type Impact, impact, listed, unknownImpact } from '../../../../src/core/writes/impact/impact.ts';
import { isGrave, worseThan } from '../../../../src/core/writes/impact/worse.ts';

const update = (ref: string, forced = false) => ({ remote: 'origin', ref, from: 'a', to: 'b', forced });
const files = (...names: string[]) => impact({ lost: listed(names) });

describe('8.7 worse than shown', () => {
  it.each<[string, Impact, Impact]>([
    ['another file is lost', files('a'), files('b')],
    ['more files are lost than are listed', impact({ lost: listed(['a'], 300) }), impact({ lost: listed(['a'], 301) })],
    ['a commit is out of reach', impact({}), impact({ unreachable: listed([{ oid: 'a', subject: 's' }]) })],
    ['a conflict is predicted', impact({}), impact({ conflicts: listed(['a']) })],
    ['it goes to another branch', impact({ remote: [update('x')] }), impact({ remote: [update('y')] })],
    ['it overwrites', impact({ remote: [update('x')] }), impact({ remote: [update('x', true)] })],
    ['it is not known any more', impact({}), unknownImpact('not in time')],
  ])('%s', (_, shown, now) => expect(worseThan(shown, now)).toBeTypeOf('string'));

  it.each<[string, Impact, Impact]>([
    ['the same', files('a', 'b'), files('b', 'a')],
    ['fewer files', files('a', 'b'), files('b')],
    [
      'more commits that leave, for earlier steps made them',
      impact({}),
      impact({ leaving: listed([{ oid: 'a', subject: '' }]) }),
    ],
    ['known now', unknownImpact('not yet'), impact({})],
    ['anything, where the time was too short to tell', { ...files('a'), cutShort: true }, files('a', 'b')],
    ['as unknown as before', unknownImpact('never'), unknownImpact('never')],
  ])('not %s', (_, shown, now) => expect(worseThan(shown, now)).toBeUndefined());
});

describe('what has to be looked at twice', () => {
  it('is what can lose work, by its words or by what would happen', () => {
    expect(isGrave('destructive', impact({}))).toBe(true);
    expect(isGrave('local', files('a'))).toBe(true);
    expect(isGrave('remote', impact({ remote: [update('x', true)] }))).toBe(true);
    expect(isGrave('remote', impact({ remote: [{ ...update('x'), to: null }] }))).toBe(true);
    expect(isGrave('local', impact({ conflicts: listed(['a']) }))).toBe(false);
  });
});
