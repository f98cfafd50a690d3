import { destroysRemote, opens, startsProgram } from '../acts.ts';
import { objectTo } from '../judge.ts';
import {
  type Act,
  anything,
  type Group,
  group,
  type Leaf,
  leaf,
  none,
  type Objection,
  type OptionRows,
  options,
  type Positionals,
  takes,
  type Walked,
  writes,
} from '../table.ts';
import { item, repository } from './addresses.ts';
import { goTemplate } from './go-template.ts';
import { jq } from './jq.ts';

/** Flags that gh gives to many of its actions, each under the same name and meaning. */
export const repo = { checked: { '-R --repo': repository } } as const satisfies OptionRows;
/** gh puts the fields into the query that it sends; for none at all some commands send one that is not to be read. */
const fields = { like: /^[A-Za-z]+(?:,[A-Za-z]+)*$/, written: 'field,field' };
/** `--json` without fields lists the fields there are, and fails. */
export const json = {
  checked: { '--json': { last: fields }, '-q --jq': jq, '-t --template': goTemplate },
} as const satisfies OptionRows;
/** The older way to JSON, which projects and attestations have kept. */
export const format = {
  value: ['--format'],
  checked: { '-q --jq': jq, '-t --template': goTemplate },
} as const satisfies OptionRows;
export const web = {
  flagActs: { '-w --web': opens('opens a browser; without it the answer is printed') },
} as const satisfies OptionRows;

const help = { flag: ['--help'] } as const satisfies OptionRows;

/** One positional that may be a URL. */
export const oneItem = takes(item, 1, 1);
export const anItem = takes(item, 0, 1);
export const aRepository = takes(repository, 0, 1);

/** An action that asks GitHub and changes nothing. */
export function reads(rows: readonly OptionRows[], positionals: Positionals = none, more: Partial<Leaf> = {}): Leaf {
  return leaf({
    dialect: 'pflag',
    options: options(help, ...rows),
    forms: [{ takes: positionals }],
    dependsOn: ['github'],
    network: true,
    ...more,
  });
}

/** An action that only looks at this machine. */
export function looks(
  dependsOn: 'config' | 'nothing',
  rows: OptionRows = {},
  positionals: Positionals = none,
  more: Partial<Leaf> = {},
): Leaf {
  return reads([rows], positionals, { dependsOn: [dependsOn], network: false, ...more });
}

/** An action that never only reads; its rows raise the risk, or keep a value from being taken for an option. */
export const changing = (act: Act | ((walked: Walked) => Objection), rows: OptionRows = {}): Leaf =>
  writes(act, rows, 'pflag');

/** An act on GitHub that changes the repository it is run in besides. */
export const alsoHere = (act: Act): Act => ({ ...act, effects: [...act.effects, 'writes-repo', 'writes-files'] });

/** What everybody could see once cannot be made unseen. */
export const showsToAll = destroysRemote('shows it to everybody');

/** An action that asks GitHub and puts the answer into files. */
export const savesAnswer = (says: string): Act => ({ says, effects: ['network', 'writes-files'], risk: 'local' });

/** The same over whatever files there are. */
export const savesOver = (says: string): Act => ({ ...savesAnswer(says), risk: 'destructive' });

/** A group of actions. Alone it prints its help; a word it does not know may be an alias. */
export function family(name: string, actions: Group['actions'], rows: OptionRows = {}): Group {
  const alone = leaf({
    dialect: 'pflag',
    options: options(help, { flag: ['-h'] }, rows),
    forms: [{ takes: none }],
    otherwise: ({ positionals: [action = ''] }) =>
      objectTo(`'${action}'`, startsProgram(unknownAction(name), 'network', 'writes-remote', ...anything)),
    dependsOn: ['nothing'],
  });
  return group(actions, alone, { ...help, ...rows }, 'pflag');
}

const unknownAction = (name: string) => `is not an action of gh ${name} that Sluice knows; it may be an alias`;
