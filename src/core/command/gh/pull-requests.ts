import { changesFiles, destroysFiles, destroysRemote, lasts, refusesTerminal, sends } from '../acts.ts';
import { each, type Node, type OptionRows } from '../table.ts';
import { alsoHere, anItem, changing, family, json, reads, repo, web } from './reads.ts';

/** Where the text of a comment or a pull request comes from. */
export const body = {
  value: ['-b --body', '-F --body-file'],
  acts: { '-e --editor': refusesTerminal('opens an editor; give the text with --body') },
} as const satisfies OptionRows;

/** Here too: gh checks out the base branch and pulls it, then deletes the local branch. */
const deletesBranch = { '-d --delete-branch': alsoHere(destroysRemote('deletes the branch')) };

const pr = family(
  'pr',
  {
    ...each(
      'list ls',
      reads([
        repo,
        json,
        web,
        {
          flag: ['-d --draft'],
          value: [
            '-A --author',
            '-a --assignee',
            '-B --base',
            '-H --head',
            '-L --limit',
            '-l --label',
            '-S --search',
            '-s --state',
            '--app',
          ],
        },
      ]),
    ),
    view: reads([repo, json, web, { flag: ['-c --comments'] }], anItem),
    status: reads([repo, json, { flag: ['-c --conflict-status'] }]),
    diff: reads([repo, web, { flag: ['--name-only', '--patch'], value: ['-e --exclude', '--color'] }], anItem),
    checks: reads(
      [
        repo,
        json,
        web,
        {
          flag: ['--fail-fast', '--required'],
          value: ['-i --interval'],
          acts: { '--watch': lasts('waits until the checks finish; a panel refreshes by itself') },
        },
      ],
      anItem,
    ),

    ...each(
      'create new',
      changing(sends('opens a pull request'), {
        value: [
          ...body.value,
          '-a --assignee',
          '-B --base',
          '-H --head',
          '-l --label',
          '-m --milestone',
          '-p --project',
          '-r --reviewer',
          '-T --template',
          '-t --title',
          '--recover',
        ],
        ...web,
        acts: body.acts,
      }),
    ),
    checkout: changing(
      { ...changesFiles('checks out a branch'), effects: ['network', 'writes-repo', 'writes-files'] },
      { value: ['-b --branch'], acts: { '-f --force': destroysFiles('discards what the local branch had') } },
    ),
    close: changing(sends('closes a pull request'), { value: ['-c --comment'], acts: deletesBranch }),
    comment: changing(sends('writes a comment'), {
      value: body.value,
      ...web,
      acts: {
        ...body.acts,
        '--delete-last': destroysRemote('deletes a comment'),
      },
    }),
    edit: sends('edits a pull request'),
    lock: sends('locks the conversation'),
    merge: changing(sends('merges a pull request'), {
      value: ['-A --author-email', '-b --body', '-F --body-file', '-t --subject', '--match-head-commit'],
      acts: { ...deletesBranch, '--admin': destroysRemote('merges past the rules of the branch') },
    }),
    ready: sends('changes whether a pull request is a draft'),
    reopen: sends('reopens a pull request'),
    revert: sends('opens a pull request that reverts another'),
    review: sends('reviews a pull request'),
    unlock: sends('unlocks the conversation'),
    'update-branch': changing(sends('updates the branch of a pull request'), {
      acts: { '--rebase': destroysRemote('rewrites the branch of a pull request') },
    }),
  },
  repo,
);

export const pullRequests: Record<string, Node> = { pr };
