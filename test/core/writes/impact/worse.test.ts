import { describe, expect, it } from 'vitest';
import { listed, type Radius, radius, unknown } from '../../../../src/core/writes/impact/radius.ts';
import { isGrave, worseThan } from '../../../../src/core/writes/impact/worse.ts';

const update = (ref: string, forced = false) => ({ remote: 'origin', ref, from: 'a', to: 'b', forced });
const files = (...names: string[]) => radius({ lost: listed(names) });

describe('8.7 worse than shown', () => {
  it.each<[string, Radius, Radius]>([
    ['another file is lost', files('a'), files('b')],
    ['more files are lost than are listed', radius({ lost: listed(['a'], 300) }), radius({ lost: listed(['a'], 301) })],
    ['a commit is out of reach', radius({}), radius({ unreachable: listed([{ oid: 'a', subject: 's' }]) })],
    ['a conflict is predicted', radius({}), radius({ conflicts: listed(['a']) })],
    ['it goes to another branch', radius({ remote: [update('x')] }), radius({ remote: [update('y')] })],
    ['it overwrites', radius({ remote: [update('x')] }), radius({ remote: [update('x', true)] })],
    ['it is not known any more', radius({}), unknown('not in time')],
  ])('%s', (_, shown, now) => expect(worseThan(shown, now)).toBeTypeOf('string'));

  it.each<[string, Radius, Radius]>([
    ['the same', files('a', 'b'), files('b', 'a')],
    ['fewer files', files('a', 'b'), files('b')],
    [
      'more commits that leave, for earlier steps made them',
      radius({}),
      radius({ leaving: listed([{ oid: 'a', subject: '' }]) }),
    ],
    ['known now', unknown('not yet'), radius({})],
    ['as unknown as before', unknown('never'), unknown('never')],
  ])('not %s', (_, shown, now) => expect(worseThan(shown, now)).toBeUndefined());
});

describe('what has to be looked at twice', () => {
  it('is what can lose work, by its words or by what would happen', () => {
    expect(isGrave('destructive', radius({}))).toBe(true);
    expect(isGrave('local', files('a'))).toBe(true);
    expect(isGrave('remote', radius({ remote: [update('x', true)] }))).toBe(true);
    expect(isGrave('remote', radius({ remote: [{ ...update('x'), to: null }] }))).toBe(true);
    expect(isGrave('local', radius({ conflicts: listed(['a']) }))).toBe(false);
  });
});
