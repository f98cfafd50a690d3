import { describe, expect, it } from 'vitest';
import { isMutating } from '../../../../src/core/command/command.ts';
import { subcommandPath } from '../../../../src/core/command/subcommand-path.ts';
import { ghWriteOf, ghWrites } from '../../../../src/core/github/impact/registry.ts';
import { walkExactly } from '../../../../src/core/writes/write-line.ts';
import { commandOf } from '../../../support/verdict-of.ts';

describe('the records of gh commands and the tables that judge them agree', () => {
  const rows = [...ghWrites].flatMap(([path, { examples }]) =>
    (['destructive', 'remote'] as const).flatMap(risk =>
      (examples[risk] ?? []).map(text => [text, risk, path] as const),
    ),
  );

  it.each(rows)('%s is %s', (text, risk, path) => {
    const command = commandOf(text);
    expect(command.verdict).toMatchObject({ class: 'mutating', risk });
    expect(isMutating(command) && ghWriteOf(subcommandPath(command).path)?.path).toBe(path);
    const options = ghWrites.get(path)?.options ?? {};
    expect(walkExactly(command.rest, [{ value: ['-R --repo'] }, options], { dialect: 'pflag' })).toBeDefined();
  });

  it('every record has an example', () => {
    expect([...ghWrites].filter(([path]) => !rows.some(row => row[2] === path))).toEqual([]);
  });

  it.each([
    'gh repo delete octo/demo',
    'gh repo archive octo/demo',
    'gh repo edit octo/demo --visibility=public',
    'gh repo edit octo/demo --visibility private',
    'gh release delete v1',
    'gh api -X DELETE repos/octo/demo',
    'gh api repos/octo/demo/labels/bug -XDELETE',
    'gh secret delete KEY',
    'gh secret remove KEY',
    'gh pr merge 4 --admin --merge',
    'gh pr merge 4 -sd',
    'gh workflow run ci.yml',
  ])('%s is destructive', text => {
    expect(commandOf(text).verdict).toMatchObject({ class: 'mutating', risk: 'destructive' });
  });
});
