import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs real git as nobody in particular. */
export function git(cwd: string, ...args: readonly string[]): string {
  const person = ['-c', 'user.name=Ada Lovelace', '-c', 'user.email=ada@example.com'];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: join(cwd, 'none'), GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...person, ...args], { cwd, env, encoding: 'utf8', stdio: 'pipe' });
}
