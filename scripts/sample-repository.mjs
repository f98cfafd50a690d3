// A small repository with a past and something going on, made by real git.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const people = {
  ada: 'Ada Lovelace',
  grace: 'Grace Hopper',
  edsger: 'Edsger Dijkstra',
  barbara: 'Barbara Liskov',
};

/**
 * The past, oldest first, one row a step: who commits, to which branch, what, and where; or a merge, or a tag.
 * A branch that is not there yet starts at main.
 */
const past = [
  ['ada', 'main', 'Describe the engine', 'README.md'],
  ['ada', 'main', 'Turn the first wheel', 'src/engine.ts'],
  ['grace', 'main', 'Punch the first card', 'src/cards.ts'],
  ['edsger', 'main', 'Say what a program is', 'docs/program.md'],
  ['barbara', 'main', 'Give the store an interface', 'src/store.ts'],
  ['grace', 'main', 'Read cards in order', 'src/cards.ts'],
  ['tag', 'v0.1.0', 'First turn'],
  ['ada', 'feature/carry', 'Carry one column', 'src/carry.ts'],
  ['edsger', 'main', 'Prove that it halts', 'docs/proof.md'],
  ['ada', 'feature/carry', 'Carry all columns at once', 'src/carry.ts'],
  ['barbara', 'main', 'Keep results apart from variables', 'src/store.ts'],
  ['ada', 'feature/carry', 'Test the carry at nine', 'test/carry.test.ts'],
  ['merge', 'feature/carry', 'grace'],
  ['grace', 'fix/jam', 'Find the moth', 'src/reader.ts'],
  ['grace', 'fix/jam', 'Remove the moth', 'src/reader.ts'],
  ['barbara', 'main', 'Name the axes', 'src/axes.ts'],
  ['merge', 'fix/jam', 'ada'],
  ['edsger', 'main', 'Remove the jump', 'src/control.ts'],
  ['edsger', 'main', 'Loop with an invariant', 'src/control.ts'],
  ['tag', 'v0.2.0', 'Loops'],
  ['ada', 'feature/bernoulli', 'Sketch note G', 'notes/g.md'],
  ['grace', 'feature/compiler', 'Write subroutines down once', 'src/compiler.ts'],
  ['ada', 'feature/bernoulli', 'Compute B1', 'src/bernoulli.ts'],
  ['barbara', 'main', 'Substitute one store for another', 'src/store.ts'],
  ['grace', 'feature/compiler', 'Resolve addresses', 'src/compiler.ts'],
  ['ada', 'feature/bernoulli', 'Compute B7', 'src/bernoulli.ts'],
  ['edsger', 'main', 'Shorten the path', 'src/path.ts'],
  ['merge', 'feature/bernoulli', 'barbara'],
  ['grace', 'feature/compiler', 'Print a listing', 'src/listing.ts'],
  ['barbara', 'main', 'Describe the store', 'docs/store.md'],
  ['merge', 'feature/compiler', 'edsger'],
  ['tag', 'v1.0.0', 'Note G runs'],
  ['edsger', 'main', 'Guard every command', 'src/control.ts'],
  ['ada', 'main', 'Count the turns', 'src/engine.ts'],
  ['barbara', 'main', 'Refuse what is not there', 'src/store.ts'],
  ['grace', 'experiment/music', 'Compose a scale', 'src/music.ts'],
  ['grace', 'experiment/music', 'Compose a fugue', 'src/music.ts'],
  ['ada', 'main', 'Show the result on a dial', 'src/dial.ts'],
  ['edsger', 'main', 'Say why it is right', 'docs/proof.md'],
  ['barbara', 'release/1.1', 'Prepare 1.1', 'CHANGES.md'],
  ['ada', 'main', 'Turn both ways', 'src/engine.ts'],
];

const HOUR_S = 3_600;

/** Makes it in `folder`, or in a new temporary one, and returns the path; without the merge that needs a person where it is not wanted. */
export function makeSampleRepository(folder = mkdtempSync(join(tmpdir(), 'sluice-sample-')), { merging = true } = {}) {
  const base = { ...process.env, GIT_CONFIG_GLOBAL: join(folder, '.git', 'no-config'), GIT_CONFIG_NOSYSTEM: '1' };
  let time = Math.floor(Date.now() / 1000) - past.length * 11 * HOUR_S;
  const git = (who, ...args) => {
    const person = { NAME: people[who], EMAIL: `${who}@example.com`, DATE: `${time} +0000` };
    const as = role => Object.entries(person).map(([key, value]) => [`GIT_${role}_${key}`, value]);
    const env = { ...base, ...Object.fromEntries([...as('AUTHOR'), ...as('COMMITTER')]) };
    return execFileSync('git', args, { cwd: folder, env, stdio: 'pipe', encoding: 'utf8' });
  };
  const write = (file, text) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const commit = (who, message, file, text) => {
    write(file, text);
    git(who, 'add', file);
    git(who, 'commit', '-q', '-m', message);
  };

  mkdirSync(folder, { recursive: true });
  git('ada', 'init', '-q', '-b', 'main');
  for (const name of ['user.name', 'user.email'])
    git('ada', 'config', name, name === 'user.name' ? people.ada : 'ada@example.com');
  const branches = new Set(['main']);
  const texts = new Map();
  let current = 'main';
  const go = branch => {
    if (branch === current) return;
    git('ada', 'switch', '-q', ...(branches.has(branch) ? [branch] : ['-c', branch, 'main']));
    branches.add(branch);
    current = branch;
  };
  for (const [who, ...rest] of past) {
    time += 11 * HOUR_S;
    if (who === 'tag') {
      git('ada', 'tag', '-a', rest[0], '-m', rest[1], 'main');
    } else if (who === 'merge') {
      go('main');
      git(rest[1], 'merge', '-q', '--no-ff', '--no-edit', rest[0]);
    } else {
      const [branch, message, file] = rest;
      go(branch);
      const text = `${texts.get(file) ?? ''}${lines(file, message)}`;
      texts.set(file, text);
      commit(who, message, file, text);
    }
  }
  if (merging) conflict({ git, go, commit });
  else go('main');
  dirty({ git, folder, write, texts });
  return folder;
}

/** The lines a commit adds to a file: enough to make a diff worth reading. */
function lines(file, message) {
  if (file.endsWith('.md')) return `## ${message}\n\n${message}, then write down what was seen.\n\n`;
  const name = message.toLowerCase().replace(/[^a-z0-9]+(\w)/g, (_, letter) => letter.toUpperCase());
  return `/** ${message}. */\nexport function ${name}(turns: number): number {\n  return turns + ${message.length};\n}\n\n`;
}

/** Leaves a merge that needs a person. */
function conflict({ git, go, commit }) {
  const dial = turns => `export const dial = { digits: 50, turns: ${turns} };\n`;
  go('feature/faster');
  commit('grace', 'Turn the dial faster', 'src/dial.ts', dial(12));
  go('main');
  commit('ada', 'Turn the dial with care', 'src/dial.ts', dial(3));
  try {
    git('ada', 'merge', '-q', '--no-edit', 'feature/faster');
  } catch (error) {
    // 1 is the conflict we came for.
    if (error.status !== 1) throw error;
  }
}

/** Leaves something of every type to be seen in the status. */
function dirty({ git, folder, write, texts }) {
  write(
    'src/engine.ts',
    `${texts.get('src/engine.ts')}export const brake = (turns: number) => Math.max(0, turns - 1);\n`,
  );
  write('README.md', `# The engine\n\nIt weaves algebraic patterns.\n\n${texts.get('README.md')}`);
  git('ada', 'add', 'README.md');
  git('ada', 'mv', 'docs/program.md', 'docs/what-a-program-is.md');
  rmSync(join(folder, 'src', 'axes.ts'));
  write('src/printer.ts', 'export const print = (digits: string) => console.log(digits);\n');
  git('ada', 'add', 'src/printer.ts');
  write('notes/ideas.md', 'Weave flowers and leaves.\n');
}
