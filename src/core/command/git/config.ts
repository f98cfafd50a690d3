import { changes, outside, refusesTerminal, reveals } from '../acts.ts';
import { objectTo } from '../judge.ts';
import {
  type Act,
  group,
  inForce,
  leaf,
  type Node,
  none,
  type Objection,
  type OptionRows,
  options,
  type Walked,
  words,
  writes,
} from '../table.ts';
import { choosesProgram } from './config-keys.ts';

/** Where to look and how to print: shared by every form of git-config(1). */
const where = {
  flag: ['--global', '--local', '--system', '--worktree'],
  value: ['--blob'],
  checked: { '-f --file': 'path' },
} as const satisfies OptionRows;
const how = {
  flag: [
    '-z --null',
    '--bool',
    '--bool-or-int',
    '--bool-or-str',
    '--expiry-date',
    '--int',
    '--name-only',
    '--path',
    '--show-names',
    '--show-origin',
    '--show-scope',
  ],
  value: ['-t --type'],
  acts: { '--includes': outside('may lead to files outside the workspace') },
} as const satisfies OptionRows;

const editor = refusesTerminal('opens an editor; set one key at a time with git config <key> <value>');

/** A single value is printed without its key, where redaction could not tell what it is. */
function keepsSecret(walked: Walked): Objection | undefined {
  const secret = walked.positionals.find(word => /extraheader|passw|pass|token|secret|proxyauth/i.test(word));
  return secret === undefined ? undefined : objectTo(`'${secret}'`, reveals('may hold a credential'));
}

/** A pattern for the key prints values alone, whatever they are, unless names are asked for. */
function keepsSecretOfAny(walked: Walked): Objection | undefined {
  const isHidden = inForce(walked, '--regexp') && !inForce(walked, '--show-names') && !inForce(walked, '--name-only');
  return isHidden
    ? objectTo('--regexp', reveals('without --show-names prints values of any key'))
    : keepsSecret(walked);
}

function setsKey(walked: Walked): Objection {
  const [key] = walked.positionals;
  if (key === undefined) return objectTo('config', changes('names no key'));
  const act: Act = choosesProgram(key)
    ? {
        effects: ['writes-repo', 'runs-program'],
        risk: 'destructive',
        says: 'would be set, and it chooses a program to run',
      }
    : changes('would be set');
  return objectTo(`'${key}'`, act);
}

/** The old style: one name reads, two write, and the mode is an option. */
const oldStyle = leaf({
  options: options(where, how, {
    flag: [
      '-l --list',
      '--fixed-value',
      '--get',
      '--get-all',
      '--get-color',
      '--get-colorbool',
      '--get-regexp',
      '--get-urlmatch',
    ],
    value: ['--default'],
    acts: {
      '-e --edit': editor,
      '--add': changes('adds a value'),
      '--append': changes('adds a value'),
      '--comment': changes('sets a value'),
      '--remove-section': changes('removes a section'),
      '--rename-section': changes('renames a section'),
      '--replace-all': changes('replaces values'),
      '--unset': changes('removes a value'),
      '--unset-all': changes('removes values'),
    },
  }),
  forms: [
    { with: ['--list'], takes: none },
    { with: ['--get', '--get-all', '--get-color', '--get-colorbool', '--get-regexp'], takes: words(1, 2) },
    { with: ['--get-urlmatch'], takes: words(2, 2) },
    { takes: words(1, 1) },
  ],
  otherwise: setsKey,
  stopsAtPositional: true,
  check: keepsSecret,
  dependsOn: ['config'],
});

/** git-config(1). An older git takes the new style's words for the old one and fails on a key without a section. */
const config = group(
  {
    list: leaf({ options: options(where, how), forms: [{ takes: none }], dependsOn: ['config'] }),
    get: leaf({
      stopsAtPositional: true,
      options: options(where, how, {
        flag: ['--all', '--fixed-value', '--regexp'],
        value: ['--default', '--url', '--value'],
      }),
      forms: [{ takes: words(1, 1) }],
      check: keepsSecretOfAny,
      dependsOn: ['config'],
    }),
    set: writes(setsKey, { value: ['-f --file', '-t --type', '--blob', '--comment', '--value'] }),
    unset: changes('removes a value'),
    'rename-section': changes('renames a section'),
    'remove-section': changes('removes a section'),
    edit: editor,
  },
  oldStyle,
);

export const configuration: Record<string, Node> = { config };
