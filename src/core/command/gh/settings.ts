import { asks, installsProgram, overwritesFile, refusesSecret, reveals, savesFile, startsProgram } from '../acts.ts';
import { objectTo } from '../judge.ts';
import { anything, each, type Node, type Objection, takes, type ValueCheck, type Walked, words } from '../table.ts';
import { changing, family, json, looks, reads, web } from './reads.ts';

/** The settings that hold no secret. */
const harmless = new Set([
  'accessible_colors',
  'accessible_prompter',
  'browser',
  'color_labels',
  'editor',
  'git_protocol',
  'http_unix_socket',
  'pager',
  'prefer_editor_prompt',
  'prompt',
  'spinner',
  'telemetry',
  'user',
  'version',
]);
/** Settings that name a program gh starts, or the socket every request goes through. */
const chooses = new Set(['browser', 'editor', 'http_unix_socket', 'pager']);

const key: ValueCheck = value => {
  if (harmless.has(value)) return undefined;
  return /token|oauth/i.test(value)
    ? objectTo(`'${value}'`, refusesSecret('is a credential; gh auth status tells whether there is one'))
    : objectTo(`'${value}'`, reveals('is not a setting Sluice knows, and may be a credential'));
};

function setsKey({ positionals: [name = '', value = ''] }: Walked): Objection {
  const act = savesFile('would be set, and it chooses what gh runs or talks to');
  return chooses.has(name) || !harmless.has(name)
    ? { ...objectTo(`'${name}'`, act), programs: [{ starts: 'later', text: `${name} = ${value}` }] }
    : objectTo(`'${name}'`, savesFile('would be set'));
}

/** gh-config(1): `-h` is the host here. */
const config = family('config', {
  get: looks('config', { value: ['-h --host'] }, takes(key, 1, 1)),
  ...each('list ls', looks('config', { value: ['-h --host'] })),
  'clear-cache': savesFile('empties the cache of gh'),
  set: changing(setsKey, { value: ['-h --host'] }),
});

const alias = family('alias', {
  ...each('list ls', looks('config')),
  delete: savesFile('deletes an alias'),
  ...each('import set', installsProgram('adds an alias, which may run any command', 'writes-files')),
});

/** Hands every word after the name to another program, `--help` too. */
export const passesOn = startsProgram('runs another program', 'network', 'writes-remote', ...anything);

/** gh-extension(1): an extension is a program. */
const extension = family('extension', {
  ...each('list ls', reads([], undefined, { dependsOn: ['config', 'github'] })),
  search: reads([json, web, { value: ['-L --limit', '--license', '--order', '--owner', '--sort'] }], words()),
  browse: asks('needs a terminal; use extension search'),
  create: savesFile('creates a folder'),
  exec: passesOn,
  ...each('install upgrade', installsProgram('installs a program', 'network', 'writes-files')),
  remove: savesFile('removes a program'),
});

const skill = family('skill', {
  search: reads([json, { value: ['-L --limit', '--owner', '--page'] }], words(1)),
  ...each('install update', installsProgram('installs instructions that agents follow', 'network', 'writes-files')),
  ...each(
    'list ls',
    looks('config', { ...json, value: ['--agent', '--scope'], checked: { ...json.checked, '--dir': 'path' } }),
  ),
  preview: asks('asks which file to show'),
  publish: { says: 'publishes skills', effects: ['network', 'writes-remote'], risk: 'remote' },
  remove: overwritesFile('removes the files of a skill'),
});

export const settings: Record<string, Node> = {
  alias,
  config,
  copilot: passesOn,
  ...each('extension extensions ext', extension),
  preview: family('preview', { prompter: asks('needs a terminal') }),
  ...each('skill skills', skill),
};
