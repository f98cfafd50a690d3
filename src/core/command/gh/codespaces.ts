import { asks, destroysRemote, lasts, sends, startsProgram } from '../acts.ts';
import { type Act, each, group, type Node, none } from '../table.ts';
import { family, json, reads, web } from './reads.ts';

/** To look inside a codespace gh starts it, which costs money, and connects to it. */
const connects = (says: string): Act => ({
  says,
  effects: ['network', 'writes-remote', 'runs-program'],
  risk: 'remote',
});

const opensCodespace = (says: string): Act => ({ ...connects(says), effects: [...connects(says).effects, 'opens-ui'] });

/** gh-codespace-ports(1): who sees a port is decided by `visibility`. */
const ports = group(
  {
    forward: lasts('forwards a port until it is stopped'),
    visibility: destroysRemote('changes who can reach a port'),
  },
  connects('starts the codespace to look at its ports'),
  { flag: ['--help'], value: ['-c --codespace', '-R --repo', '--repo-owner'] },
  'pflag',
);

const codespace = family('codespace', {
  ...each('list ls', reads([json, web, { value: ['-L --limit', '-o --org', '-R --repo', '-u --user'] }])),
  view: reads([json, { value: ['-c --codespace', '-R --repo', '--repo-owner'] }], undefined, {
    forms: [{ with: ['--codespace'], takes: none }],
    otherwise: asks('asks which codespace; name it with --codespace'),
  }),
  code: opensCodespace('starts the codespace and opens an editor'),
  cp: startsProgram(
    'copies files from or to a codespace, over those of the same name',
    'network',
    'writes-remote',
    'writes-files',
  ),
  create: sends('creates a codespace'),
  delete: destroysRemote('deletes codespaces'),
  edit: sends('edits a codespace'),
  jupyter: opensCodespace('starts the codespace and opens a browser'),
  logs: connects('starts the codespace to read its log'),
  ports,
  rebuild: destroysRemote('rebuilds a codespace'),
  select: asks('asks which codespace'),
  ssh: startsProgram('runs a command in a codespace', 'network', 'writes-remote', 'interactive'),
  stop: sends('stops a codespace'),
});

export const codespaces: Record<string, Node> = each('codespace cs', codespace);
