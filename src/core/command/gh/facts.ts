import { each, type Node, words } from '../table.ts';
import { looks, web } from './reads.ts';

/** Commands by which gh tells about itself. */
export const facts: Record<string, Node> = {
  ...each('actions environment exit-codes formatting licenses mintty reference version', looks('nothing')),
  ...each('accessibility a11y', looks('nothing', web)),
  completion: looks('nothing', { value: ['-s --shell'] }),
  help: looks('nothing', {}, words()),
};
