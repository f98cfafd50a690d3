import { describe, expect, it } from 'vitest';
import { findRef } from '../../../../src/core/writes/impact/ref-list.ts';
import { pushAddresses } from '../../../../src/core/writes/impact/remote-address.ts';
import {
  fetchRemote,
  mapped,
  parseRefspec,
  pushRemote,
  reversed,
  upstreamRef,
} from '../../../../src/core/writes/impact/remotes.ts';
import { parseSettings } from '../../../../src/core/writes/impact/settings.ts';

const settings = (...entries: string[]) => parseSettings(entries.map(entry => `${entry}\0`).join(''));

describe('refspecs', () => {
  it.each([
    ['a', { force: false, negative: false, from: 'a', to: undefined }],
    ['+a:b', { force: true, negative: false, from: 'a', to: 'b' }],
    [':b', { force: false, negative: false, from: '', to: 'b' }],
    ['^refs/heads/x', { force: false, negative: true, from: 'refs/heads/x', to: undefined }],
  ])('%s', (text, expected) => expect(parseRefspec(text)).toEqual(expected));

  it('say where a ref goes and where it came from', () => {
    const specs = ['+refs/heads/*:refs/remotes/o/*', '^refs/heads/secret*', 'refs/x:refs/y'].map(parseRefspec);
    expect(mapped(specs, 'refs/heads/a/b')).toBe('refs/remotes/o/a/b');
    expect(mapped(specs, 'refs/heads/$&')).toBe('refs/remotes/o/$&');
    expect(mapped(specs, 'refs/heads/secrets')).toBeUndefined();
    expect(mapped(specs, 'refs/tags/v1')).toBeUndefined();
    expect(mapped(reversed(specs), 'refs/remotes/o/a')).toBe('refs/heads/a');
  });

  it('name a ref by the rules of git', () => {
    const refs = ['refs/heads/a', 'refs/remotes/a/HEAD', 'refs/heads/b', 'refs/tags/b', 'refs/remotes/o/c'];
    const found = (word: string) => {
      const ref = findRef(
        refs.map(name => ({ name })),
        word,
      );
      return typeof ref === 'object' ? ref.name : ref;
    };
    expect(['a', 'b', 'heads/b', 'o/c', 'd'].map(found)).toEqual([
      'refs/heads/a',
      'ambiguous',
      'refs/heads/b',
      'refs/remotes/o/c',
      undefined,
    ]);
  });
});

describe('remotes', () => {
  it('are chosen in the order of git', () => {
    const two = ['remote.origin.url\nx', 'remote.Other.url\ny'];
    expect(fetchRemote(settings('remote.only.url\nx'), 'main')).toBe('only');
    expect(fetchRemote(settings(...two), 'main')).toBe('origin');
    expect(pushRemote(settings(...two, 'branch.main.remote\nOther'), 'main')).toBe('Other');
    expect(pushRemote(settings(...two, 'remote.pushdefault\nOther'), undefined)).toBe('Other');
    expect(pushRemote(settings('branch.main.pushremote\na', 'remote.pushdefault\nb'), 'main')).toBe('a');
  });

  it('have a place here for what a branch pulls from', () => {
    const branch = ['branch.m.remote\norigin', 'branch.m.merge\nrefs/heads/x'];
    expect(upstreamRef(settings(...branch, 'remote.origin.fetch\n+refs/heads/*:refs/remotes/o/*'), 'm')).toBe(
      'refs/remotes/o/x',
    );
    expect(upstreamRef(settings('branch.m.remote\n.', 'branch.m.merge\nrefs/heads/x'), 'm')).toBe('refs/heads/x');
    expect(upstreamRef(settings(...branch), 'm')).toBeUndefined();
  });
});

describe('settings', () => {
  it('are what git lists', () => {
    const some = settings('a.b', 'c.d\n', 'e.f\noff', 'e.f\n1', 'x.y z.w.v\n2', 'x.v\n3');
    expect([some.is('a.b'), some.is('c.d'), some.is('e.f'), some.is('x.v.v')]).toEqual([true, false, true, undefined]);
    expect([some.all('e.f'), some.one('e.f'), some.names('x', 'v')]).toEqual([['off', '1'], '1', ['y z.w']]);
  });
});

describe('the addresses of a push', () => {
  it('are those of pushurl, and with an empty one, which takes back those before it, those of url too', () => {
    const url = 'remote.origin.url\nhttps://here.example/x';
    const pushurl = 'remote.origin.pushurl\nhttps://there.example/x';
    expect(pushAddresses(settings(url, pushurl), 'origin')).toEqual(['https://there.example/x']);
    const cleared = settings(url, pushurl, 'remote.origin.pushurl\n');
    expect(pushAddresses(cleared, 'origin')).toEqual(['https://there.example/x', 'https://here.example/x']);
  });
});
