// Brings the agents' clients in by npm, for test/agents; no import from node_modules may stand here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../prepare.mjs';

const manifest = fileURLToPath(new URL('package.json', import.meta.url));
const folder = join(root, '.cache', 'agents');
const stamp = join(folder, 'stamp');

/** Installs the clients where they are not yet, the one of the ordinary run or all; gives the reason where that is not possible. */
export function installAgents({ all = false } = {}) {
  const version = createHash('sha256').update(readFileSync(manifest)).digest('hex');
  const [known, which] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : [];
  if (known === version && (which === 'all' || !all)) return { installed: true };
  console.log(`\n▸ agents' clients (${all ? '1.1 GB' : '350 MB'})`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(manifest, join(folder, 'package.json'));
  const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error', ...(all ? [] : ['--omit=dev'])];
  const { status, error } = spawnSync('npm', ['install', ...flags], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) return { installed: false, reason: error?.message ?? `npm install ended with ${status}` };
  writeFileSync(stamp, `${version} ${all ? 'all' : 'one'}`);
  return { installed: true };
}
