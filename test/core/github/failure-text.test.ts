import { describe, expect, it } from 'vitest';
import type { GitHubFailureCode } from '../../../src/core/github/failure.ts';
import { gitHubFailure } from '../../../src/core/github/failure-text.ts';

const message = (...given: Parameters<typeof gitHubFailure>) => gitHubFailure(...given).message;

describe('11.2 texts of failures', () => {
  it('without a token they say how to set one: command, .env, environment', () => {
    const said = message('no-token');
    expect(said.split('\n')[0]).toBe('GitHub token not configured.');
    for (const way of ['Sluice: Set GitHub Token…', '.env', 'GITHUB_TOKEN', 'GH_TOKEN']) expect(said).toContain(way);
    expect(message('no-token', { host: 'ghe.example' })).toContain('GH_ENTERPRISE_TOKEN');
  });

  it('say which token was not accepted, by its source and its last four characters', () => {
    const said = message('bad-token', { source: 'dotenv', last4: 'wxyz' });
    expect(said).toContain('GitHub does not accept GITHUB_TOKEN in the workspace’s .env file (…wxyz).');
    expect(message('bad-token', { host: 'ghe.example' })).toContain('ghe.example does not accept the token.');
  });

  it('name the field that an old gh asks for, and the permission that is missing', () => {
    expect(message('gh-too-old', { field: 'projectCards' })).toContain("'projectCards', which GitHub has retired");
    expect(message('missing-permission', { permission: 'issues=write' })).toContain(
      'lacks the permission issues=write',
    );
  });

  it('say until when, today by the hour', () => {
    const later = new Date();
    later.setHours(23, 58, 0, 0);
    expect(gitHubFailure('rate-limited', { retryAt: later.getTime() })).toMatchObject({
      message: expect.stringContaining('until 23:58. '),
      retryAt: later.getTime(),
    });
    const day = new Date(2031, 0, 2, 3, 4).getTime();
    expect(message('secondary-limit', { retryAt: day })).toBe(
      'GitHub wants fewer requests for a while. Try again after 2031-01-02 03:04.',
    );
    expect(gitHubFailure('offline')).not.toHaveProperty('retryAt');
  });

  it('are whole sentences with nothing left to fill in, whatever is known', () => {
    const codes: Record<GitHubFailureCode, true> = {
      ...{ 'bad-token': true, 'gh-missing': true, 'gh-too-old': true, 'missing-permission': true, 'no-remote': true },
      ...{ 'no-token': true, 'not-found': true, offline: true, 'pending-token': true, 'rate-limited': true },
      ...{ refused: true, 'secondary-limit': true, 'server-error': true, 'sso-required': true, 'wrong-host': true },
    };
    for (const code of Object.keys(codes) as GitHubFailureCode[]) {
      const said = message(code);
      expect(said, code).toMatch(/^[A-Zg].*(?:\.|github\.com)$/s);
      expect(said, code).not.toMatch(/undefined|\(\)|''| {2}|\.\./);
    }
  });
});
