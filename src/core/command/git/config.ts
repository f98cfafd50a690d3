import { changes, destroys, outside, refusesTerminal, reveals } from '../acts.ts';
import { objectTo } from '../judge.ts';
import { isGitConfig } from '../secret-files.ts';
import {
  each,
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
import { sectionRisk, settingRisk } from './setting-risk.ts';

/** A file that is no config of git's may hold secrets in a shape nobody masks. */
const showsOther = (walked: Walked): boolean =>
  walked.found.some(
    ({ option: { name }, value }) => name === '--blob' || (name === '--file' && !isGitConfig(value ?? '')),
  );

/** Where to look and how to print: shared by every form of git-config(1). */
const where = {
  flag: ['--global', '--local', '--system', '--worktree'],
  checked: { '-f --file': 'path', '--blob': 'rev' },
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
  acts: { '--includes': outside('may lead to files outside the workspace; leave it out') },
} as const satisfies OptionRows;

const editor = refusesTerminal('opens an editor; set one key at a time with git config <key> <value>');

/** Keys whose value is a secret as a whole; of an address with a password in it redaction takes out the password. */
const secretKey = /(?:api-?key|extraheader|(?<!ask)pass(?:code|phrase|wd|word)?|pw|private-?key|secret|token)s?$/i;

/** A single value is printed without its key, where redaction could not tell what it is; by a pattern it comes with its key. */
function keepsSecret(walked: Walked): Objection | undefined {
  if (inForce(walked, '--get-regexp')) return undefined;
  const secret = walked.positionals.find(word => secretKey.test(word));
  return secret === undefined
    ? undefined
    : objectTo(`'${secret}'`, reveals('may hold a credential; git config --list shows it masked'));
}

/** A pattern for the key prints values alone, whatever they are, unless names are asked for. */
function keepsSecretOfAny(walked: Walked): Objection | undefined {
  const isHidden = inForce(walked, '--regexp') && !inForce(walked, '--show-names') && !inForce(walked, '--name-only');
  return isHidden
    ? objectTo('--regexp', reveals('without --show-names prints values of any key; add --show-names'))
    : keepsSecret(walked);
}

/** The objection to changing a key: `text` shows a program in full, `done` ends the sentence. */
function changesKey(key: string, value: string | undefined, text: string, done: string): Objection {
  const subject = `'${key}'`;
  switch (settingRisk(key, value)) {
    case 'program':
      return leadsToProgram(subject, `${done}, and it chooses a program to run`, text);
    case 'unknown':
      return leadsToProgram(subject, `${done}; Sluice does not know it, and it may lead to a program`, text);
    case 'grave':
      return objectTo(subject, destroys(`${done}, and git loses or reaches more than before`));
    case 'plain':
      return objectTo(subject, changes(done));
  }
}

const leadsToProgram = (subject: string, says: string, text: string): Objection => ({
  ...objectTo(subject, destroys(says)),
  programs: [{ starts: 'later', text }],
});

function setsKey({ positionals: [key, value] }: Walked): Objection {
  return key === undefined
    ? objectTo('config', changes('names no key'))
    : changesKey(key, value, `${key} = ${value ?? ''}`, 'would be set');
}

/** Without its key git falls back to another program, or to none of the safeguards. */
function removesKey({ positionals: [key = ''] }: Walked): Objection {
  return changesKey(key, undefined, `unset ${key}`, 'would be removed');
}

/** By another section's name a harmless key becomes one that git runs. */
function changesSection({ positionals }: Walked): Objection {
  const text = `section ${positionals.join(' → ')}`;
  return positionals.every(name => sectionRisk(name) === 'plain')
    ? objectTo(text, changes('would be changed'))
    : leadsToProgram(text, 'would be changed, and its keys may choose programs to run', text);
}

/** The old style chooses by an option what its words are. */
function changesByMode(walked: Walked): Objection {
  const has = (...names: readonly string[]) => names.some(name => walked.options.has(name));
  if (has('--rename-section', '--remove-section')) return changesSection(walked);
  return has('--unset', '--unset-all') ? removesKey(walked) : setsKey(walked);
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
  otherwise: changesByMode,
  stopsAtPositional: true,
  check: keepsSecret,
  showsContents: showsOther,
  dependsOn: ['config'],
});

const written = { value: ['-f --file', '-t --type', '--blob', '--comment', '--value'] } as const satisfies OptionRows;

/** git-config(1). An older git takes the new style's words for the old one and fails on a key without a section. */
const config = group(
  {
    list: leaf({
      options: options(where, how),
      forms: [{ takes: none }],
      showsContents: showsOther,
      dependsOn: ['config'],
    }),
    get: leaf({
      stopsAtPositional: true,
      options: options(where, how, {
        flag: ['--all', '--fixed-value', '--regexp'],
        value: ['--default', '--url', '--value'],
      }),
      forms: [{ takes: words(1, 1) }],
      check: keepsSecretOfAny,
      showsContents: showsOther,
      dependsOn: ['config'],
    }),
    set: writes(setsKey, written),
    unset: writes(removesKey, written),
    ...each('rename-section remove-section', writes(changesSection, written)),
    edit: editor,
  },
  oldStyle,
);

export const configuration: Record<string, Node> = { config };
