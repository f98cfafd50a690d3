import { inForce } from '../../command/table.ts';
import { named } from '../../writes/impact/wording.ts';
import {
  closing,
  commenting,
  editing,
  locking,
  opening,
  pinning,
  reopening,
  withItem,
} from './conversation-impacts.ts';
import { repositoryNamed } from './find-repository.ts';
import { type GhWrite, ghWrite } from './record.ts';
import { described, inRepository } from './subject.ts';
import { countOf, nameOf, onGitHub } from './wording.ts';

const body = ['-b --body', '-F --body-file'];

const deleting = withItem((_line, { repository }, { item }) =>
  onGitHub(repository, {
    harms: [`${described(item)} would be deleted with ${countOf(item.comments.totalCount, 'comment')}, for ever`],
    sentences: [
      `It is ${item.state.toLowerCase()}${item.assignees.nodes.length === 0 ? '' : `, and assigned to ${named(item.assignees.nodes.map(({ login }) => login))}`}.`,
    ],
    state: { number: item.number, title: item.title, comments: item.comments.totalCount },
  }),
);

const transferring = withItem(({ words }, place, { item }) => {
  const to = repositoryNamed(words[1] ?? '', place.repository.host);
  const goal = to === undefined ? 'a repository that Sluice cannot read' : nameOf(to);
  return onGitHub(place.repository, {
    harms: [`${described(item)} would move from ${inRepository(place)} to ${goal}, where others may see it`],
    sentences: ['Labels and milestones that are not there are lost.'],
    state: { number: item.number, title: item.title },
  });
});

const developing: GhWrite['impact'] = async (line, place) =>
  withItem(({ walked }, { repository }, { item }) =>
    onGitHub(repository, {
      sentences: [
        `Creates a branch for ${described(item)} in ${inRepository(place)}.`,
        ...(inForce(walked, '--checkout') ? ['Checks it out here.'] : []),
      ],
      state: { number: item.number, title: item.title },
    }),
  )(line, place);

export const issues: Readonly<Record<string, GhWrite>> = {
  'issue close': ghWrite({
    options: { value: ['-c --comment', '-r --reason'] },
    impact: withItem(closing),
    examples: { remote: ['gh issue close 1', 'gh issue close 1 -r "not planned"'] },
  }),
  'issue comment': ghWrite({
    options: { value: body, flag: ['--create-if-none', '--delete-last', '--edit-last', '--yes'] },
    impact: withItem(commenting),
    examples: { remote: ['gh issue comment 1 -b Hello'], destructive: ['gh issue comment 1 --delete-last --yes'] },
  }),
  'issue create': ghWrite({
    options: {
      value: [...body, '-a --assignee', '-l --label', '-m --milestone', '-p --project', '-T --template', '-t --title'],
    },
    most: 0,
    impact: opening('issue'),
    examples: { remote: ['gh issue create --title x --body y'] },
  }),
  'issue delete': ghWrite({
    options: { flag: ['--confirm', '--yes'] },
    impact: deleting,
    examples: { destructive: ['gh issue delete 1 --yes'] },
  }),
  'issue develop': ghWrite({
    options: { flag: ['-c --checkout'], value: ['-b --base', '-n --name', '--branch-repo'] },
    impact: developing,
    examples: { remote: ['gh issue develop 1 --name fix'] },
  }),
  'issue edit': ghWrite({
    options: {
      flag: ['--remove-milestone'],
      value: [
        ...body,
        '-m --milestone',
        '-t --title',
        '--add-assignee',
        '--add-label',
        '--add-project',
        '--remove-assignee',
        '--remove-label',
        '--remove-project',
      ],
    },
    impact: withItem(editing),
    examples: { remote: ['gh issue edit 1 --add-label bug'] },
  }),
  'issue lock': ghWrite({
    options: { value: ['-r --reason'] },
    impact: withItem(locking(true)),
    examples: { remote: ['gh issue lock 1'] },
  }),
  'issue pin': ghWrite({ impact: withItem(pinning(true)), examples: { remote: ['gh issue pin 1'] } }),
  'issue reopen': ghWrite({
    options: { value: ['-c --comment'] },
    impact: withItem(reopening),
    examples: { remote: ['gh issue reopen 3'] },
  }),
  'issue transfer': ghWrite({
    most: 2,
    impact: transferring,
    examples: { destructive: ['gh issue transfer 1 octo/other'] },
  }),
  'issue unlock': ghWrite({ impact: withItem(locking(false)), examples: { remote: ['gh issue unlock 1'] } }),
  'issue unpin': ghWrite({ impact: withItem(pinning(false)), examples: { remote: ['gh issue unpin 1'] } }),
};
