import { describe, expect, it } from 'vitest';
import { groups } from '../../../../src/core/command/gh/groups.ts';
import { passesOn } from '../../../../src/core/command/gh/settings.ts';
import { isGroup, type Node } from '../../../../src/core/command/table.ts';
import { commandOf, verdictOf } from '../../../support/verdict-of.ts';

/** Every group and action, as it is called. */
const calls = (name: string, node: Node): string[] =>
  isGroup(node)
    ? [name, ...Object.entries(node.actions).flatMap(([action, inner]) => calls(`${name} ${action}`, inner))]
    : [name];
const all = [...groups].flatMap(([name, node]) => calls(name, node));
const handOver = ['copilot', 'extension exec', 'extensions exec', 'ext exec'];

describe('asking for help', () => {
  it('only prints, for every action that keeps its words to itself', () => {
    expect(all.length).toBeGreaterThan(200);
    const notHelp = all.filter(call => verdictOf(`gh ${call} --help`).class !== 'read-only');
    expect(notHelp).toEqual(handOver.toSorted((a, b) => all.indexOf(a) - all.indexOf(b)));
    expect(groups.get('copilot')).toBe(passesOn);
  });

  it('asks no server', () => {
    expect(commandOf('gh pr create --help')).toMatchObject({
      subcommand: 'pr',
      verdict: { effects: [], dependsOn: ['nothing'] },
      hardening: { args: ['pr', 'create', '--help'], network: false },
    });
  });

  it.each([
    'gh --help pr create',
    'gh pr --help create',
    'gh -R a/b pr create --help',
    'gh pr create --title x --help',
    'gh pr create --help --title x',
    'gh pr list --draft --help',
    'gh repo delete a/b --yes x --help',
    'gh api -X DELETE repos/a/b --help',
  ])('%s is help', line => {
    expect(verdictOf(line).class).toBe('read-only');
  });

  it.each([
    ['the title is --help', 'gh pr create --title --help'],
    ['an unknown option may take it', 'gh pr create --frob --help'],
    ['a cluster may take it', 'gh pr create -dt --help'],
    ['after -- it is an argument', 'gh repo clone a/b -- --help'],
    ['after -- it stays an argument', 'gh repo clone a/b -- x --help'],
    ['an unknown option may have hidden an alias', 'gh pr --frob list mine --help'],
    ['it is taken back', 'gh pr create --help --help=false'],
    ['it is taken back beforehand, for whoever reads last', 'gh pr create --help=false --help'],
    ['the repository is --help', 'gh pr -R --help create'],
    ['an extension gets it', 'gh extension exec foo --help'],
    ['an unknown group may be an extension', 'gh foo --help'],
    ['an unknown action may be an alias', 'gh pr foo --help'],
    ['-h before the action swallows it', 'gh pr -h create'],
    ['-h before the group swallows it', 'gh -h pr'],
    ['-h is the homepage here', 'gh repo create -h x'],
    ['the title is -h', 'gh pr create --title -h'],
  ])('not when %s: %s', (_why, line) => {
    expect(verdictOf(line).class).toBe('mutating');
  });
});
