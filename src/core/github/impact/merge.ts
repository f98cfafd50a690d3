import { setTimeout as delay } from 'node:timers/promises';
import { plural } from '../../../shared/plural.ts';
import { inForce, type Walked } from '../../command/table.ts';
import { type Impact, unknownImpact } from '../../writes/impact/impact.ts';
import { named, quoted } from '../../writes/impact/wording.ts';
import { checksOf, checksSentence } from './checks.ts';
import { capital } from './conversation-impacts.ts';
import { type Around, type PullRequest, pullRequest } from './conversations.ts';
import type { GhLine, GhPlace } from './record.ts';
import { described, inRepository, peopleOf, pullNumber, reviewersAsked } from './subject.ts';
import { loginOf, notifies, onGitHub, revertBy } from './wording.ts';

/** What the methods of a merge make. */
const METHODS = {
  '--merge': 'with a merge commit',
  '--rebase': 'by rebasing its commits',
  '--squash': 'as one commit',
} as const;

/** Long enough for GitHub to work out whether there are conflicts, which it begins when it is first asked. */
const MERGEABLE_MS = 300;

/** gh-pr-merge(1). */
export async function merging(line: GhLine, place: GhPlace): Promise<Impact> {
  const on = (name: string) => inForce(line.walked, name);
  const number = await pullNumber(line, place);
  if (number === undefined) return noPullRequest(place, line);
  let found = await pullRequest(place, number);
  if (found.pull.state === 'OPEN' && found.pull.mergeable === 'UNKNOWN') {
    await delay(MERGEABLE_MS, undefined, { signal: place.signal });
    found = await pullRequest(place, number);
  }
  const { pull, viewer } = found;
  const state = { ...boundTo(pull), checks: checksOf(pull), review: pull.reviewDecision };
  if (on('--disable-auto'))
    return onGitHub(place.repository, {
      sentences: [`Turns off auto-merge of ${described(pull)}.`],
      state,
    });
  if (pull.state === 'MERGED')
    return onGitHub(place.repository, {
      sentences: [
        `${capital(described(pull))} is merged already.`,
        ...(on('--delete-branch') ? deletedBranch(line, found) : []),
      ],
      state,
    });
  const refusal = whyNotMerged(line.walked, pull);
  const method = (['--merge', '--rebase', '--squash'] as const).find(on);
  const does = on('--auto') ? 'Turns on auto-merge, which merges' : 'Merges';
  const how = method === undefined ? '' : `, ${METHODS[method]}`;
  return onGitHub(place.repository, {
    refused: refusal !== undefined,
    harms: refusal === undefined ? harmsOfMerge(line.walked, pull) : [],
    sentences: [
      ...(refusal === undefined ? [] : [refusal]),
      `${does} ${described(pull)} (${plural(pull.commits.totalCount, 'commit')} of ${quoted(pull.headRefName)}) into ${quoted(pull.baseRefName)} of ${inRepository(place)}${how}.`,
      checksSentence(checksOf(pull)),
      reviewSentence(pull),
      ...(pull.mergeable === 'UNKNOWN' && pull.state === 'OPEN'
        ? ['GitHub has not worked out yet whether there are conflicts.']
        : []),
      ...deletedBranch(line, found),
      ...closedIssues(pull),
      notifies(peopleOf(pull), viewer, place.repository),
      'No command takes a merge back; gh pr revert or git revert makes the reverse change.',
    ],
    state,
    reverts: on('--auto') ? [revertBy(place.repository, 'pr', 'merge', String(number), '--disable-auto')] : [],
  });
}

/** What a yes to a merge is bound to. Whether it can be merged is worked out lazily: that it has not been yet says nothing. */
export const boundTo = ({
  number,
  title,
  state,
  isDraft,
  headRefOid,
  baseRefName,
  mergeable,
  mergeStateStatus,
}: PullRequest) => ({
  number,
  title,
  state,
  isDraft,
  headRefOid,
  baseRefName,
  conflicts: mergeable === 'CONFLICTING',
  blocked: mergeStateStatus === 'BLOCKED',
});

/** Why gh or GitHub would not merge it, as far as can be told. */
function whyNotMerged(walked: Walked, pull: PullRequest): string | undefined {
  const on = (name: string) => inForce(walked, name);
  const expected = walked.options.get('--match-head-commit');
  const base = quoted(pull.baseRefName);
  if (pull.state !== 'OPEN') return 'GitHub would refuse: it is closed.';
  if (!on('--merge') && !on('--rebase') && !on('--squash'))
    return 'gh would refuse: it needs --merge, --squash or --rebase.';
  if (typeof expected === 'string' && expected !== pull.headRefOid)
    return `GitHub would refuse: its newest commit is ${pull.headRefOid.slice(0, 8)}, not ${quoted(expected.slice(0, 8))}.`;
  if (pull.isDraft) return 'GitHub would refuse: it is a draft.';
  if (pull.mergeable === 'CONFLICTING') return `GitHub would refuse: it conflicts with ${base}.`;
  if (pull.mergeStateStatus === 'BLOCKED' && !on('--admin') && !on('--auto'))
    return `GitHub would refuse: the rules of ${base} prohibit it${requiredWords(pull)}.`;
  return undefined;
}

function requiredWords(pull: PullRequest): string {
  const { requiredFailed } = checksOf(pull);
  if (requiredFailed.length > 0) return `, for ${named(requiredFailed)} failed`;
  return pull.reviewDecision === 'APPROVED' || pull.reviewDecision === null ? '' : ', for it is not approved';
}

/** Why a person should look twice. */
function harmsOfMerge(walked: Walked, pull: PullRequest): string[] {
  if (inForce(walked, '--auto')) return [];
  const { failed } = checksOf(pull);
  const isProtected = pull.baseRef?.branchProtectionRule !== null || pull.mergeStateStatus === 'BLOCKED';
  const base = quoted(pull.baseRefName);
  const past = inForce(walked, '--admin') && pull.mergeStateStatus === 'BLOCKED';
  return [
    ...(past ? [`the rules of ${base} prohibit this merge, and --admin passes by them`] : []),
    ...(isProtected && failed.length > 0
      ? [`${base} is protected, and ${plural(failed.length, 'check')} failed: ${named(failed)}`]
      : []),
    ...(isProtected && pull.reviewDecision === 'CHANGES_REQUESTED'
      ? [`${base} is protected, and a reviewer asked for changes`]
      : []),
  ];
}

function reviewSentence(pull: PullRequest): string {
  const by = (state: string) =>
    (pull.latestReviews?.nodes ?? []).flatMap(review => (review.state === state ? [loginOf(review.author)] : []));
  const asked = reviewersAsked(pull);
  const said = [
    ...some('changes requested by', by('CHANGES_REQUESTED')),
    ...some('approved by', by('APPROVED')),
    ...some('asked of', asked),
  ];
  return said.length === 0 ? 'Nobody has reviewed it.' : `Review: ${said.join('; ')}.`;
}

const some = (words: string, people: readonly string[]): string[] =>
  people.length === 0 ? [] : [`${words} ${named(people)}`];

/** gh deletes the branch here too, when it runs in the repository it is about. */
export function deletedBranch(
  { walked }: GhLine,
  { pull, deletesBranchOnMerge }: Around & { readonly pull: PullRequest },
): string[] {
  const asked = inForce(walked, '--delete-branch');
  const branch = quoted(pull.headRefName);
  const there = `${branch}${pull.headRepository === null ? '' : ` of ${pull.headRepository.nameWithOwner}`}`;
  const here = asked && !inForce(walked, '--repo') ? [`Deletes the branch ${branch} here too, if there is one.`] : [];
  if (pull.headRef === null) return ['Its branch has been deleted already.', ...here];
  if (pull.isCrossRepository) return asked ? [`Leaves the branch ${there}, for it is in a fork.`, ...here] : [];
  return asked || deletesBranchOnMerge
    ? [`Deletes the branch ${there} at ${pull.headRefOid.slice(0, 8)}.`, ...here]
    : [];
}

const closedIssues = ({ closingIssuesReferences }: PullRequest): string[] => {
  const numbers = (closingIssuesReferences?.nodes ?? []).map(({ number }) => `#${number}`);
  return numbers.length === 0 ? [] : [`Closes ${numbers.length === 1 ? 'issue' : 'issues'} ${named(numbers)}.`];
};

/** For a branch that has none. */
export const noPullRequest = (place: GhPlace, { words: [word] }: GhLine): Impact =>
  unknownImpact(
    word === undefined
      ? `${inRepository(place)} has no pull request for the branch that is checked out.`
      : `${inRepository(place)} has no pull request for the branch ${quoted(word)}.`,
  );
