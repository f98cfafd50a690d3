import { plural } from '../../../shared/plural.ts';
import { quote } from '../../command/quote.ts';
import { inForce } from '../../command/table.ts';
import type { Impact } from '../../writes/impact/impact.ts';
import { quoted } from '../../writes/impact/wording.ts';
import { below } from './ask.ts';
import { checksOf, checksSentence } from './checks.ts';
import {
  closing,
  commenting,
  draftState,
  editing,
  locking,
  opening,
  reopening,
  withItem,
} from './conversation-impacts.ts';
import { type PullRequest, pullRequest } from './conversations.ts';
import { boundTo, deletedBranch, merging, noPullRequest } from './merge.ts';
import { type GhLine, type GhPlace, type GhWrite, ghWrite } from './record.ts';
import { described, inRepository, peopleOf, pullNumber } from './subject.ts';
import { hostWords, mentionsIn, notifies, onGitHub } from './wording.ts';

async function closingPull(line: GhLine, place: GhPlace): Promise<Impact> {
  const number = await pullNumber(line, place);
  if (number === undefined) return noPullRequest(place, line);
  const found = await pullRequest(place, number);
  const { pull } = found;
  const deletes = inForce(line.walked, '--delete-branch') && !pull.isCrossRepository && pull.headRef !== null;
  const makeBranch = revertOfDeletion(place, pull);
  return closing(
    line,
    place,
    { viewer: found.viewer, item: pull },
    {
      more: inForce(line.walked, '--delete-branch') ? deletedBranch(line, found) : [],
      // Without its branch it cannot be reopened.
      before: deletes ? [makeBranch] : [],
    },
  );
}

const revertOfDeletion = ({ repository }: GhPlace, { headRefName, headRefOid }: PullRequest): string => {
  const fields = ['-f', `ref=refs/heads/${headRefName}`, '-f', `sha=${headRefOid}`];
  return quote('gh', ['api', '-X', 'POST', below(repository, 'git', 'refs'), ...fields, ...hostWords(repository)]);
};

async function reviewing(line: GhLine, place: GhPlace): Promise<Impact> {
  const on = (name: string) => inForce(line.walked, name);
  const number = await pullNumber(line, place);
  if (number === undefined) return noPullRequest(place, line);
  const { pull, viewer } = await pullRequest(place, number);
  const body = line.walked.options.get('--body');
  const does = on('--approve')
    ? 'Approves'
    : on('--request-changes')
      ? 'Asks for changes in'
      : 'Reviews, with a comment,';
  const own = pull.author?.login === viewer && !on('--comment');
  return onGitHub(place.repository, {
    refused: own,
    sentences: [
      ...(own ? ['GitHub would refuse: it is your own pull request.'] : []),
      `${does} ${described(pull)} at ${pull.headRefOid.slice(0, 8)} in ${inRepository(place)}.`,
      ...(on('--approve') ? [checksSentence(checksOf(pull))] : []),
      notifies([...peopleOf(pull), ...mentionsIn(typeof body === 'string' ? body : '')], viewer, place.repository),
      'No command takes a review back; somebody with write access can dismiss it.',
    ],
    // Who approves approves what the newest commit has.
    state: { number, title: pull.title, state: pull.state, head: pull.headRefOid },
  });
}

async function updatingBranch(line: GhLine, place: GhPlace): Promise<Impact> {
  const number = await pullNumber(line, place);
  if (number === undefined) return noPullRequest(place, line);
  const { pull } = await pullRequest(place, number);
  const rebases = inForce(line.walked, '--rebase');
  const branch = `${quoted(pull.headRefName)}${pull.headRepository ? ` of ${pull.headRepository.nameWithOwner}` : ''}`;
  return onGitHub(place.repository, {
    harms: rebases ? [`the ${plural(pull.commits.totalCount, 'commit')} of ${branch} would be rewritten`] : [],
    sentences: [
      `${rebases ? 'Rebases' : `Merges ${quoted(pull.baseRefName)} into`} the branch ${branch}, of ${described(pull)}.`,
      `It was at ${pull.headRefOid.slice(0, 8)}.`,
    ],
    state: boundTo(pull),
  });
}

const body = ['-b --body', '-F --body-file'];

export const pullRequests: Readonly<Record<string, GhWrite>> = {
  'pr close': ghWrite({
    options: { value: ['-c --comment'], flag: ['-d --delete-branch'] },
    impact: closingPull,
    examples: { remote: ['gh pr close 4', 'gh pr close 4 -c Done'], destructive: ['gh pr close 4 --delete-branch'] },
  }),
  'pr comment': ghWrite({
    options: { value: body, flag: ['--create-if-none', '--delete-last', '--edit-last', '--yes'] },
    impact: withItem(commenting),
    examples: { remote: ['gh pr comment 4 -b Hello'], destructive: ['gh pr comment 4 --delete-last --yes'] },
  }),
  'pr create': ghWrite({
    options: {
      flag: ['-d --draft', '-f --fill', '--dry-run', '--fill-first', '--fill-verbose', '--no-maintainer-edit'],
      value: [
        ...body,
        '-a --assignee',
        '-B --base',
        '-H --head',
        '-l --label',
        '-m --milestone',
        '-p --project',
        '-r --reviewer',
        '-T --template',
        '-t --title',
      ],
    },
    most: 0,
    impact: opening('pull request'),
    examples: { remote: ['gh pr create --title x --body y --base main --head topic'] },
  }),
  'pr edit': ghWrite({
    options: {
      flag: ['--remove-milestone'],
      value: [
        ...body,
        '-B --base',
        '-m --milestone',
        '-t --title',
        '--add-assignee',
        '--add-label',
        '--add-project',
        '--add-reviewer',
        '--remove-assignee',
        '--remove-label',
        '--remove-project',
        '--remove-reviewer',
      ],
    },
    impact: withItem(editing),
    examples: { remote: ['gh pr edit 4 --title New --add-label bug'] },
  }),
  'pr lock': ghWrite({
    options: { value: ['-r --reason'] },
    impact: withItem(locking(true)),
    examples: { remote: ['gh pr lock 4 -r spam'] },
  }),
  'pr merge': ghWrite({
    options: {
      flag: ['-d --delete-branch', '-m --merge', '-r --rebase', '-s --squash', '--admin', '--auto', '--disable-auto'],
      value: [...body, '-A --author-email', '-t --subject', '--match-head-commit'],
    },
    impact: merging,
    examples: {
      remote: ['gh pr merge 4 --squash', 'gh pr merge --merge --auto'],
      destructive: ['gh pr merge 4 --merge -d', 'gh pr merge 4 --rebase --admin'],
    },
  }),
  'pr ready': ghWrite({
    options: { flag: ['--undo'] },
    impact: withItem(draftState),
    examples: { remote: ['gh pr ready 5', 'gh pr ready 5 --undo'] },
  }),
  'pr reopen': ghWrite({
    options: { value: ['-c --comment'] },
    impact: withItem(reopening),
    examples: { remote: ['gh pr reopen 7'] },
  }),
  'pr review': ghWrite({
    options: { flag: ['-a --approve', '-c --comment', '-r --request-changes'], value: body },
    impact: reviewing,
    examples: { remote: ['gh pr review 4 --approve', 'gh pr review 4 -r -b No'] },
  }),
  'pr unlock': ghWrite({ impact: withItem(locking(false)), examples: { remote: ['gh pr unlock 4'] } }),
  'pr update-branch': ghWrite({
    options: { flag: ['--rebase'] },
    impact: updatingBranch,
    examples: { remote: ['gh pr update-branch 4'], destructive: ['gh pr update-branch 4 --rebase'] },
  }),
};
