import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Random } from '../../differential/random.ts';
import { seed } from '../../support/seeded.ts';
import { environment, git } from '../git/support.ts';
import { commit, stopping } from '../repository/support.ts';
import { type Files, makeTorn, picture } from './fixture.ts';

const FILES = 60;
/** Few of them, so that sides meet; some underline headings as a marker does. */
const WORDS = ['a', 'b', 'c', 'd', '', '=======', '  x', 'é', '========'];

/** Three versions of many files: from one, each side changes, adds and drops some lines. */
function versions(random: Random): readonly [base: Files, ours: Files, theirs: Files] {
  const all: [Record<string, string>, Record<string, string>, Record<string, string>] = [{}, {}, {}];
  for (let at = 0; at < FILES; at += 1) {
    const newline = random.chance(0.3) ? '\r\n' : '\n';
    const text = (lines: readonly string[]) =>
      lines.join(newline) + (lines.length > 0 && random.chance(0.7) ? newline : '');
    const base = Array.from({ length: random.between(0, 15) }, () => random.pick(WORDS));
    const changed = () =>
      base.flatMap(line => {
        const chance = random.next();
        if (chance < 0.15) return [random.pick(WORDS)];
        if (chance < 0.25) return [line, random.pick(WORDS)];
        return chance < 0.32 ? [] : [line];
      });
    for (const [side, lines] of [
      base,
      [...changed(), random.pick(WORDS)],
      [...changed(), random.pick(WORDS)],
    ].entries())
      (all[side] as Record<string, string>)[`f${at}.txt`] = text(lines);
  }
  return all;
}

const blob = (repository: string, name: string): string =>
  execFileSync('git', ['cat-file', 'blob', name], { cwd: repository, env: environment }).toString('latin1');

const STYLES = ['merge', 'diff3', 'zdiff3'];

describe.each(STYLES)('random merges with markers of the style %s', style => {
  it.each(['ours', 'theirs'])(
    'taking %s everywhere is what git makes of it by itself, and undo brings all back',
    async side => {
      const favoured = new Map<string, string>();
      const { list, resolve, read, call, repository } = await makeTorn(root => {
        const [base, ours, theirs] = versions(
          new Random(seed + STYLES.indexOf(style) + (side === 'ours' ? 0 : STYLES.length)),
        );
        git(root, 'branch', '-qM', 'main');
        git(root, 'config', 'core.autocrlf', 'false');
        commit(root, base);
        git(root, 'checkout', '-qb', 'topic');
        commit(root, theirs);
        git(root, 'checkout', '-q', 'main');
        commit(root, ours);
        git(root, 'merge', '-q', '-X', side, 'topic');
        for (const path of Object.keys(base)) favoured.set(path, blob(root, `HEAD:${path}`));
        git(root, 'reset', '-q', '--hard', 'HEAD~1');
        stopping(root, '-c', `merge.conflictStyle=${style}`, 'merge', 'topic');
      });
      const before = picture(repository);
      const files = await list();
      const split = files.filter(({ conflicts }) => conflicts.length > 0);
      // Only lines like markers, twice over, keep hunks from being told apart.
      expect(split.length).toBeGreaterThan(FILES / 4);
      for (const { path, onlyWhole } of files.filter(({ conflicts }) => conflicts.length === 0))
        expect([path, onlyWhole]).toEqual([path, 'lines of the file itself look like conflict markers']);
      const ids = split.flatMap(({ conflicts }) => conflicts.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      const { status, facts } = await resolve(...ids.map(id => ({ id, take: side })));
      expect(status).toBe('done');
      for (const { path } of split) expect([path, read(path)]).toEqual([path, favoured.get(path)]);
      const left = (await list()).filter(({ ready }) => !ready);
      expect(left.map(({ path }) => path)).toEqual(files.filter(file => !split.includes(file)).map(({ path }) => path));
      expect((await call('git_undo', { id: facts.journal })).status).toBe('done');
      expect(picture(repository)).toEqual(before);
    },
  );
});
