import { describe, expect, it } from 'vitest';
import { isMutating, type MutatingCommand } from '../../../../src/core/command/command.ts';
import { alwaysWrites } from '../../../../src/core/command/git/writes.ts';
import { recordOf, records } from '../../../../src/core/writes/commands/registry.ts';
import { parseWrite } from '../../../../src/core/writes/parsed-write.ts';
import { snapshotScopeOf } from '../../../../src/core/writes/snapshot-scope.ts';
import { commandOf, workspace } from '../../../support/verdict-of.ts';

const [root = ''] = workspace.roots;
const examples = [...records.values()].flatMap(record =>
  Object.entries(record.examples).flatMap(([risk, texts]) =>
    texts.map((text: string) => ({ text, risk, record, command: commandOf(text) })),
  ),
);

describe('the examples of a record', () => {
  it.each(examples)('$text is $risk', ({ text, risk, record, command }) => {
    expect(isMutating(command), text).toBe(true);
    expect(command.verdict.risk).toBe(risk);
    const write = parseWrite(command as MutatingCommand, root);
    expect([write.line?.subcommand, write.record]).toEqual([record.subcommand, record]);
    expect(() => snapshotScopeOf(write)).not.toThrow();
  });

  it.each(examples.filter(({ record }) => record.impact))('$text is understood', ({ record, command }) => {
    const { line } = parseWrite(command as MutatingCommand, root);
    const foreseen = line?.action === '' || record.actions.includes(line?.action ?? '');
    expect(line?.walked !== undefined).toBe(foreseen);
  });

  it.each([...records.values()])('there are some for $subcommand', ({ examples }) => {
    expect(Object.values(examples).flat()).not.toEqual([]);
  });
});

it.each(Object.keys(alwaysWrites))('git %s has a record', subcommand => {
  expect(recordOf(subcommand)?.subcommand).toBe(subcommand);
});

it('an allowance lists options that the record has', () => {
  for (const { subcommand, allowance, read } of records.values())
    for (const option of allowance?.options ?? []) {
      const { walked } = read(
        [allowance?.free?.includes(option) ? `${option}=x`.replace(/^(-\w)=/, '$1') : option],
        root,
      );
      expect(walked, `git ${subcommand} ${option}`).toBeDefined();
    }
});
