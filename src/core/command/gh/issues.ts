import { changesFiles, destroysRemote, sends } from '../acts.ts';
import { each, type Node, takes } from '../table.ts';
import { item, repository } from './addresses.ts';
import { body } from './pull-requests.ts';
import { changing, family, json, oneItem, reads, repo, web } from './reads.ts';

const comment = changing(sends('writes a comment'), {
  value: body.value,
  ...web,
  acts: { ...body.acts, '--delete-last': destroysRemote('deletes a comment') },
});

const issue = family(
  'issue',
  {
    ...each(
      'list ls',
      reads([
        repo,
        json,
        web,
        {
          value: [
            '-A --author',
            '-a --assignee',
            '-L --limit',
            '-l --label',
            '-m --milestone',
            '-S --search',
            '-s --state',
            '--app',
            '--mention',
            '--type',
          ],
        },
      ]),
    ),
    view: reads([repo, json, web, { flag: ['-c --comments'] }], oneItem),
    status: reads([repo, json]),
    develop: reads(
      [
        repo,
        {
          flag: ['-l --list'],
          value: ['-b --base', '-n --name'],
          checked: { '-i --issue-repo': repository, '--branch-repo': repository },
          acts: { '-c --checkout': changesFiles('checks out the branch') },
        },
      ],
      oneItem,
      {
        forms: [{ with: ['--list'], takes: oneItem }],
        otherwise: sends('creates a branch for an issue; with --list it only reads'),
      },
    ),

    ...each(
      'create new',
      changing(sends('opens an issue'), {
        value: [
          ...body.value,
          '-a --assignee',
          '-l --label',
          '-m --milestone',
          '-p --project',
          '-T --template',
          '-t --title',
          '--recover',
        ],
        ...web,
        acts: body.acts,
      }),
    ),
    artifact: family('issue artifact', {
      ...each('list ls', reads([repo, json, { value: ['-L --limit'] }], takes(item, 0, 1))),
    }),
    close: sends('closes an issue'),
    comment,
    delete: destroysRemote('deletes an issue'),
    edit: sends('edits an issue'),
    lock: sends('locks the conversation'),
    pin: sends('pins an issue'),
    reopen: sends('reopens an issue'),
    transfer: destroysRemote('moves an issue to another repository, where others may see it'),
    unlock: sends('unlocks the conversation'),
    unpin: sends('unpins an issue'),
  },
  repo,
);

const label = family(
  'label',
  {
    ...each('list ls', reads([repo, json, web, { value: ['-L --limit', '-S --search', '--order', '--sort'] }])),
    clone: changing(sends('copies labels'), { acts: { '-f --force': destroysRemote('overwrites labels') } }),
    create: changing(sends('creates a label'), {
      value: ['-c --color', '-d --description'],
      acts: { '-f --force': destroysRemote('overwrites a label') },
    }),
    delete: destroysRemote('deletes a label'),
    edit: sends('edits a label'),
  },
  repo,
);

/** In preview since 2026. */
const discussion = family(
  'discussion',
  {
    ...each(
      'list ls',
      reads([
        repo,
        json,
        web,
        {
          flag: ['--answered'],
          value: [
            '-A --author',
            '-c --category',
            '-L --limit',
            '-l --label',
            '-S --search',
            '-s --state',
            '--after',
            '--order',
            '--sort',
          ],
        },
      ]),
    ),
    view: reads([repo, json, web, { flag: ['-c --comments'], value: ['-L --limit', '--after', '--order'] }], oneItem),
    ...each('comment create edit close reopen lock unlock', sends('writes to a discussion')),
    delete: destroysRemote('deletes a discussion'),
  },
  repo,
);

export const issues: Record<string, Node> = { discussion, issue, label };
