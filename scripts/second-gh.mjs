// Brings in a second, newer gh for the tests: from Debian's next suite, beside the system and without touching it.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './prepare.mjs';

const suite = 'trixie';

/** Where it is kept between runs. */
export const secondGh = join(root, '.cache', 'gh', suite, 'gh');

/** Gives the path of the second gh, or the reason why there is none. */
export function installSecondGh() {
  if (existsSync(secondGh)) return { path: secondGh };
  const folder = mkdtempSync(join(tmpdir(), 'second-gh-'));
  try {
    return install(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(folder) {
  const mirror = mirrorOfThisMachine();
  if (mirror === undefined) return { reason: 'this machine has no Debian mirror' };
  const sources = join(folder, 'sources.list');
  for (const name of ['lists', 'cache']) mkdirSync(join(folder, name, 'partial'), { recursive: true });
  writeFileSync(sources, `deb ${mirror} ${suite} main\n`);
  const options = {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '-',
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
    'APT::Sandbox::User': '',
    'Acquire::Retries': '1',
    'Acquire::http::Timeout': '20',
  };
  const apt = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  for (const words of [['update'], ['download', 'gh']]) {
    const args = ['-qq', ...apt, ...words];
    const { status, error, stderr } = spawnSync('apt-get', args, { cwd: folder, encoding: 'utf8' });
    const why = error?.message ?? stderr.trim().split('\n').at(-1);
    if (status !== 0) return { reason: `apt-get ${words[0]} failed: ${why}` };
  }
  const [archive] = readdirSync(folder).filter(name => name.endsWith('.deb'));
  if (archive === undefined) return { reason: `there is no gh in ${suite}` };
  const { status } = spawnSync('dpkg', ['-x', archive, 'x'], { cwd: folder });
  if (status !== 0) return { reason: 'dpkg could not unpack it' };
  // Renamed from beside, so that a run that dies half-way leaves nothing that looks whole.
  mkdirSync(dirname(secondGh), { recursive: true });
  const beside = `${secondGh}.${process.pid}`;
  copyFileSync(join(folder, 'x', 'usr', 'bin', 'gh'), beside);
  renameSync(beside, secondGh);
  return { path: secondGh };
}

/** The mirror that apt itself uses, read when it is needed and written nowhere that stays. */
function mirrorOfThisMachine() {
  const { status, stdout } = spawnSync(
    'apt-get',
    ['indextargets', '--format', '$(REPO_URI) $(ORIGIN) $(COMPONENT) $(CODENAME)', 'Created-By: Packages'],
    { encoding: 'utf8' },
  );
  if (status !== 0) return undefined;
  const lines = stdout.split('\n').map(line => line.split(' '));
  return lines.find(
    ([, origin, component, codename]) => origin === 'Debian' && component === 'main' && /^[a-z]+$/.test(codename),
  )?.[0];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { path, reason } = installSecondGh();
  console.log(path ?? `No second gh: ${reason}.`);
}
