import { destroysRemote, sends } from '../acts.ts';
import { each, type Node, words } from '../table.ts';
import { changing, family, format, reads, web } from './reads.ts';

const owner = { value: ['--owner'] };

/** gh-project(1). */
const project = family('project', {
  ...each('list ls', reads([format, web, owner, { flag: ['--closed'], value: ['-L --limit'] }])),
  view: reads([format, web, owner], words(1, 1)),
  'field-list': reads([format, owner, { value: ['-L --limit'] }], words(1, 1)),
  'item-list': reads([format, owner, { value: ['-L --limit', '--query'] }], words(1, 1)),

  close: sends('closes or reopens a project'),
  copy: sends('copies a project'),
  create: sends('creates a project'),
  delete: destroysRemote('deletes a project'),
  edit: changing(sends('edits a project'), {
    value: ['-d --description', '--owner', '--readme', '--title'],
    acts: { '--visibility': destroysRemote('changes who can see the project') },
  }),
  'field-create': sends('adds a field to a project'),
  'field-delete': destroysRemote('deletes a field with its values'),
  'item-add': sends('adds an item to a project'),
  'item-archive': sends('archives an item'),
  'item-create': sends('adds an item to a project'),
  'item-delete': destroysRemote('deletes an item'),
  'item-edit': sends('edits an item'),
  link: sends('links a project'),
  'mark-template': sends('changes whether a project is a template'),
  unlink: sends('unlinks a project'),
});

export const projects: Record<string, Node> = { project };
