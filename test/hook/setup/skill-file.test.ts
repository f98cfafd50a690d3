import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { carryOut, planSetup } from '../../../src/hook/setup/planned-edit.ts';
import { editSkill, skillPath } from '../../../src/hook/setup/skill-file.ts';
import { temporaryFolder } from '../../core/git/support.ts';

const SKILL = readFileSync(new URL('../../../media/skills/sluice/SKILL.md', import.meta.url), 'utf8');
const written = (skill: string) => {
  const edit = editSkill(undefined, skill);
  return edit.kind === 'write' ? edit.text : '';
};

describe('13.5 the skill that setup writes', () => {
  it('is short, and has the name of its folder and what it is for on top, as clients want it', () => {
    expect(SKILL.split('\n').length).toBeLessThan(30);
    expect(SKILL).toMatch(/^---\nname: sluice\ndescription: .{40,300}\n---\n\n# /);
  });

  it('is written anew by another version, and taken out again', () => {
    const older = written('An older one.\n');
    expect(older).toMatch(/^An older one\.\n\n<!-- sluice:[\da-f]{16} -->\n$/);
    expect(editSkill(older, SKILL)).toEqual({ kind: 'write', text: written(SKILL) });
    expect(editSkill(written(SKILL), SKILL)).toEqual({ kind: 'unchanged' });
    expect(editSkill(older, undefined)).toEqual({ kind: 'remove' });
  });

  it('stays as it is when somebody wrote or edited it', () => {
    for (const text of ['Mine.\n', written(SKILL).replace('Reads', 'Many reads'), `${written(SKILL)}More.\n`]) {
      expect(editSkill(text, SKILL)).toEqual({ kind: 'edited', found: text });
      expect(editSkill(text, undefined)).toEqual({ kind: 'unchanged' });
    }
  });
});

describe('13.5 what setup does to the files of a client', () => {
  let home: string;
  const place = (skill: string | undefined = SKILL) => ({
    ...{ home, environment: {}, skill },
    own: (door: string) => ['/usr/bin/node', `/opt/sluice/${door}.cjs`],
  });
  beforeEach(() => {
    home = join(temporaryFolder(), 'home');
  });

  it.each(['claude', 'copilot', 'gemini'] as const)(
    '%s: hook and skill are written, and both go again',
    async client => {
      const paths = [];
      for (const plan of await planSetup('install', client, place())) {
        expect(plan.before).toBeUndefined();
        expect(await carryOut(plan)).toBe(true);
        paths.push(plan.path);
      }
      expect(paths).toEqual([expect.stringContaining(home), skillPath(client, home)]);
      expect((await planSetup('install', client, place())).map(({ edit }) => edit.kind)).toEqual([
        'unchanged',
        'unchanged',
      ]);
      for (const plan of await planSetup('remove', client, place())) expect(await carryOut(plan)).toBe(true);
      expect(existsSync(skillPath(client, home) ?? '')).toBe(false);
      expect(readFileSync(paths[0] ?? '', 'utf8')).not.toContain('sluice');
    },
  );

  it('a file that has changed since it was shown is not written', async () => {
    const path = skillPath('claude', home) ?? '';
    const plans = await planSetup('install', 'claude', place());
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'Mine.\n');
    expect(await Promise.all(plans.map(carryOut))).toEqual([true, false]);
    expect(readFileSync(path, 'utf8')).toBe('Mine.\n');
  });
});
