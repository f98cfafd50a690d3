import { expect, it } from 'vitest';
import { standInOf } from '../../../src/core/github/stand-in.ts';

const of = (environment: Record<string, string>) => {
  const warnings: string[] = [];
  return { standIn: standInOf(environment, line => warnings.push(line)), warnings };
};

it('without its variables there is none', () => {
  expect(of({ GITHUB_API_URL: 'http://127.0.0.1' })).toEqual({ standIn: undefined, warnings: [] });
});

it.each(['http://127.0.0.1:4567', 'http://localhost:80/x', 'http://[::1]:99', 'https://127.1.2.3'])(
  '%s is of this machine',
  url => {
    expect(of({ SLUICE_GITHUB_API: url, SLUICE_GITHUB_SOCKET: '/tmp/x.sock' })).toEqual({
      standIn: { apiUrl: url, socket: '/tmp/x.sock' },
      warnings: [],
    });
  },
);

it.each([
  'https://api.github.com',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'http://localhost@evil.example',
  'http://user:pass@localhost',
  'http://127.evil.example',
  'file:///tmp/x',
  'nonsense',
])('%s is not, so no token goes there, and the person is told', url => {
  const { standIn, warnings } = of({ SLUICE_GITHUB_API: url });
  expect(standIn?.apiUrl).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining('SLUICE_GITHUB_API is not used')]);
});

it('a socket has an absolute path', () => {
  const { standIn, warnings } = of({ SLUICE_GITHUB_SOCKET: 'relative.sock' });
  expect(standIn?.socket).toBeUndefined();
  expect(warnings).toHaveLength(1);
});
