import { asks, destroysRemote, opens, runs, sends } from '../acts.ts';
import { type Act, each, type Node, none } from '../table.ts';
import { family, json, reads, web } from './reads.ts';

/** To look inside a codespace gh starts it, which costs money, and connects to it. */
const connects = (says: string): Act => ({
  says,
  effects: ['network', 'writes-remote', 'runs-program'],
  risk: 'remote',
});

const codespace = family('codespace', {
  ...each('list ls', reads([json, web, { value: ['-L --limit', '-o --org', '-R --repo', '-u --user'] }])),
  view: reads([json, { value: ['-c --codespace', '-R --repo', '--repo-owner'] }], undefined, {
    forms: [{ with: ['--codespace'], takes: none }],
    otherwise: asks('asks which codespace; name it with --codespace'),
  }),
  code: opens('opens an editor'),
  cp: connects('copies files from or to a codespace'),
  create: sends('creates a codespace'),
  delete: destroysRemote('deletes codespaces'),
  edit: sends('edits a codespace'),
  jupyter: opens('opens a browser'),
  logs: connects('starts the codespace to read its log'),
  ports: connects('starts the codespace to look at its ports'),
  rebuild: destroysRemote('rebuilds a codespace'),
  select: asks('asks which codespace'),
  ssh: { ...runs('starts ssh'), effects: ['network', 'writes-remote', 'runs-program', 'interactive'], risk: 'remote' },
  stop: sends('stops a codespace'),
});

export const codespaces: Record<string, Node> = each('codespace cs', codespace);
