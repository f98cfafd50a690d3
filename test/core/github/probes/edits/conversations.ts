import * as conversations from '../../../../github/changes/conversations.ts';
import { issuesOf } from '../../../../github/state/state.ts';
import { reactionContents } from '../../../../github/state/types.ts';
import { commentsOf, conversationsOf, type Edits, peopleOf, person, withOne } from './place.ts';

/** Issues and what pull requests share with them. */
export const CONVERSATIONS: Edits = {
  openIssue: (place, chance) =>
    conversations.openIssue(place.github.state, {
      ...{
        repository: place.sample.demo,
        author: person(place, chance),
        title: chance.word(),
        body: `@monalisa ${chance.word()}`,
      },
      ...{ labels: chance.some(place.sample.demo.labels), assignees: chance.some(peopleOf(place)) },
    }),
  closeIssue: withOne(
    ({ sample }) => issuesOf(sample.demo),
    (issue, place, chance) =>
      conversations.closeIssue(
        place.github.state,
        issue,
        person(place, chance),
        chance.one(['COMPLETED', 'NOT_PLANNED']),
      ),
  ),
  reopenIssue: withOne(
    ({ sample }) => issuesOf(sample.demo).filter(({ state }) => state === 'CLOSED'),
    (issue, { github }) => conversations.reopenIssue(github.state, issue),
  ),
  editTitle: withOne(conversationsOf, (item, { github }, chance) =>
    conversations.editConversation(github.state, item, { title: chance.word() }),
  ),
  editBody: withOne(conversationsOf, (item, { github }, chance) =>
    conversations.editConversation(github.state, item, { body: `${chance.word()} @monalisa` }),
  ),
  assign: withOne(conversationsOf, (item, place, chance) =>
    conversations.editConversation(place.github.state, item, { assignees: chance.some(peopleOf(place)) }),
  ),
  setMilestone: withOne(conversationsOf, (item, { github, sample }, chance) =>
    conversations.editConversation(github.state, item, {
      milestone: chance.one([null, ...sample.demo.milestones]) ?? null,
    }),
  ),
  addLabels: withOne(conversationsOf, (item, { github, sample }, chance) =>
    conversations.addLabels(github.state, item, chance.some(sample.demo.labels)),
  ),
  removeLabels: withOne(conversationsOf, (item, { github }) =>
    conversations.removeLabels(github.state, item, item.labels.slice(0, 1)),
  ),
  addComment: withOne(conversationsOf, (item, place, chance) =>
    conversations.addComment(place.github.state, item, person(place, chance), chance.word()),
  ),
  editComment: withOne(commentsOf, (comment, { github }, chance) =>
    conversations.editComment(github.state, comment, chance.word()),
  ),
  deleteComment: withOne(commentsOf, (comment, { github }) => conversations.deleteComment(github.state, comment)),
  hideComment: withOne(commentsOf, comment => {
    comment.isMinimized = !comment.isMinimized;
    comment.minimizedReason = comment.isMinimized ? 'off-topic' : null;
  }),
  react: withOne(conversationsOf, (item, place, chance) =>
    item.reactions.push({ content: chance.one(reactionContents) ?? 'HEART', user: person(place, chance) }),
  ),
  reactToComment: withOne(commentsOf, (comment, place, chance) =>
    comment.reactions.push({ content: chance.one(reactionContents) ?? 'HEART', user: person(place, chance) }),
  ),
  lock: withOne(conversationsOf, (item, { github }) => conversations.lock(github.state, item, 'spam')),
  unlock: withOne(conversationsOf, (item, { github }) => conversations.unlock(github.state, item)),
  pin: withOne(
    ({ sample }) => issuesOf(sample.demo),
    issue => {
      issue.isPinned = !issue.isPinned;
    },
  ),
  deleteIssue: withOne(
    ({ sample }) => issuesOf(sample.demo).filter(({ number }) => number > 7),
    (issue, { github }) => conversations.deleteIssue(github.state, issue),
  ),
  transferIssue: withOne(
    ({ sample }) => issuesOf(sample.demo).filter(({ number }) => number > 7),
    (issue, { github, sample }) => conversations.transferIssue(github.state, issue, sample.dotfiles),
  ),
  addLabel: ({ github, sample }, chance) =>
    conversations.addLabel(github.state, { repository: sample.demo, name: chance.word(), description: chance.word() }),
  renameLabel: withOne(
    ({ sample }) => sample.demo.labels,
    (label, { github }, chance) => {
      label.name = chance.word();
      github.state.touch(label);
    },
  ),
  describeLabel: withOne(
    ({ sample }) => sample.demo.labels,
    (label, { github }, chance) => {
      label.description = chance.word();
      label.color = 'abcdef';
      github.state.touch(label);
    },
  ),
  deleteLabel: withOne(
    ({ sample }) => sample.demo.labels,
    (label, { github }) => conversations.deleteLabel(github.state, label),
  ),
  addMilestone: ({ github, sample }, chance) =>
    conversations.addMilestone(github.state, { repository: sample.demo, title: chance.word(), creator: sample.hubot }),
  renameMilestone: withOne(
    ({ sample }) => sample.demo.milestones,
    (milestone, { github }, chance) => {
      milestone.title = chance.word();
      github.state.touch(milestone);
    },
  ),
};
