import { inForce, type Walked } from '../../command/table.ts';
import { type Impact, unknownImpact } from '../../writes/impact/impact.ts';
import { named, quotedNames } from '../../writes/impact/wording.ts';
import { type Issue, issueOrPull, type PullRequest } from './conversations.ts';
import type { GhLine, GhPlace, GhWrite } from './record.ts';
import { described, inRepository, numberIn, peopleOf, pullNumber } from './subject.ts';
import { mentionsIn, NOT_REVERTED, notifies, onGitHub, revertBy, titled } from './wording.ts';

/** An issue or pull request as it was found, and who looked. */
export interface Found {
  readonly viewer: string;
  readonly item: Issue | PullRequest;
}

type ImpactOnItem = (line: GhLine, place: GhPlace, found: Found) => Impact;

/** Looks for the one item that a line is about. */
export const withItem =
  (impactOn: ImpactOnItem): GhWrite['impact'] =>
  async (line, place) => {
    const isPull = line.path.startsWith('pr ');
    const number = isPull ? await pullNumber(line, place) : numberIn(line.words[0] ?? '');
    if (number === undefined)
      return unknownImpact(`${inRepository(place)} has no such ${isPull ? 'pull request' : 'issue'}.`);
    return impactOn(line, place, await issueOrPull(place, number));
  };

const groupOf = ({ path }: GhLine): string => path.split(' ')[0] ?? '';
const textOf = ({ options }: Walked, name: string): string => {
  const value = options.get(name);
  return typeof value === 'string' ? value : '';
};
/** All values of an option that may be given several times, each with commas between. */
const valuesOf = ({ found }: Walked, name: string): readonly string[] =>
  found.flatMap(({ option, value }) => (option.name === name && value !== undefined ? value.split(',') : []));

const boundTo = ({ number, title, state, locked }: Issue | PullRequest) => ({ number, title, state, locked });

export function closing(
  line: GhLine,
  { repository }: GhPlace,
  { viewer, item }: Found,
  { more = [], before = [] }: { readonly more?: readonly string[]; readonly before?: readonly string[] } = {},
): Impact {
  const comment = textOf(line.walked, '--comment');
  if (item.state !== 'OPEN')
    return onGitHub(repository, {
      sentences: [
        item.state === 'MERGED'
          ? `GitHub would refuse: ${described(item)} is merged already.`
          : `${capital(described(item))} is closed already.`,
        ...more,
      ],
      refused: item.state === 'MERGED',
      state: boundTo(item),
    });
  return onGitHub(repository, {
    sentences: [
      `Closes ${described(item)}${comment === '' ? '' : ', with a comment'}.`,
      ...more,
      ...('headRefOid' in item ? [] : [assigned(item)]),
      notifies([...peopleOf(item), ...mentionsIn(comment)], viewer, repository),
    ],
    state: boundTo(item),
    reverts: [...before, revertBy(repository, groupOf(line), 'reopen', String(item.number))],
  });
}

const assigned = ({ assignees: { nodes } }: Issue | PullRequest): string =>
  nodes.length === 0 ? 'Nobody is assigned to it.' : `Assigned to ${named(nodes.map(({ login }) => login))}.`;

export const reopening: ImpactOnItem = (line, { repository }, { viewer, item }) => {
  const refusal =
    item.state === 'MERGED'
      ? 'GitHub would refuse: it is merged.'
      : 'headRef' in item && item.headRef === null
        ? 'GitHub would refuse: its branch is gone.'
        : undefined;
  if (item.state === 'OPEN')
    return onGitHub(repository, { sentences: [`${capital(described(item))} is open already.`], state: boundTo(item) });
  return onGitHub(repository, {
    refused: refusal !== undefined,
    sentences: [
      ...(refusal === undefined ? [] : [refusal]),
      `Reopens ${described(item)}.`,
      notifies(peopleOf(item), viewer, repository),
    ],
    state: boundTo(item),
    reverts: [revertBy(repository, groupOf(line), 'close', String(item.number))],
  });
};

export const commenting: ImpactOnItem = ({ walked }, { repository }, { viewer, item }) => {
  const body = textOf(walked, '--body');
  if (inForce(walked, '--delete-last'))
    return onGitHub(repository, {
      harms: [`your last comment on ${described(item)} would be deleted`],
      sentences: [NOT_REVERTED],
      state: { ...boundTo(item), comments: item.comments.totalCount },
    });
  const edits = inForce(walked, '--edit-last');
  return onGitHub(repository, {
    sentences: [
      edits
        ? `Replaces your last comment on ${described(item)}.`
        : `Comments on ${described(item)}${stateWords(item)}.`,
      ...(body === '' ? ['The text comes from a file.'] : [`Says ${titled(body)}.`]),
      ...(item.locked ? ['The conversation is locked: GitHub refuses it without write access.'] : []),
      notifies([...peopleOf(item), ...mentionsIn(body)], viewer, repository),
      ...(edits ? ['No command brings the old text back.'] : []),
    ],
    state: { number: item.number, title: item.title, locked: item.locked },
    ...(!edits && { makesNew: true }),
  });
};

const stateWords = ({ state }: Issue | PullRequest): string =>
  state === 'OPEN' ? '' : `, which is ${state.toLowerCase()}`;

export const locking =
  (locks: boolean): ImpactOnItem =>
  (line, { repository }, { item }) => {
    if (item.locked === locks)
      return onGitHub(repository, {
        sentences: [`The conversation of ${described(item)} is ${locks ? 'locked' : 'unlocked'} already.`],
        state: boundTo(item),
      });
    return onGitHub(repository, {
      sentences: [
        locks
          ? `Locks the conversation of ${described(item)}: only those with write access can go on.`
          : `Unlocks the conversation of ${described(item)}.`,
      ],
      state: boundTo(item),
      reverts: [revertBy(repository, groupOf(line), locks ? 'unlock' : 'lock', String(item.number))],
    });
  };

export const pinning =
  (pins: boolean): ImpactOnItem =>
  (line, { repository }, { item }) => {
    const is = 'isPinned' in item && item.isPinned === true;
    return onGitHub(repository, {
      sentences: [
        is === pins
          ? `${capital(described(item))} is ${pins ? 'pinned' : 'not pinned'} already.`
          : `${pins ? 'Pins' : 'Unpins'} ${described(item)}${pins ? ' on top of the list of issues' : ''}.`,
      ],
      state: { ...boundTo(item), is },
      reverts: is === pins ? [] : [revertBy(repository, groupOf(line), pins ? 'unpin' : 'pin', String(item.number))],
    });
  };

export const draftState: ImpactOnItem = ({ walked }, { repository }, { viewer, item }) => {
  const toDraft = inForce(walked, '--undo');
  if (!('isDraft' in item) || item.state !== 'OPEN')
    return onGitHub(repository, {
      sentences: [`GitHub would refuse: ${described(item)} is not an open pull request.`],
      refused: true,
      state: boundTo(item),
    });
  const state = { ...boundTo(item), isDraft: item.isDraft };
  const already = `${capital(described(item))} is ${toDraft ? 'a draft' : 'ready for review'} already.`;
  if (item.isDraft === toDraft) return onGitHub(repository, { sentences: [already], state });
  const words = ['pr', 'ready', String(item.number), ...(toDraft ? [] : ['--undo'])];
  return onGitHub(repository, {
    sentences: [
      toDraft ? `Turns ${described(item)} into a draft.` : `Marks ${described(item)} as ready for review.`,
      notifies(peopleOf(item), viewer, repository),
    ],
    state,
    reverts: [revertBy(repository, ...words)],
  });
};

/** Options by which a list is added to and taken from, with the list that is there. */
const LISTS = {
  assignee: (item: Issue | PullRequest) => item.assignees.nodes.map(({ login }) => login),
  label: (item: Issue | PullRequest) => (item.labels?.nodes ?? []).map(({ name }) => name),
  reviewer: (item: Issue | PullRequest) =>
    'reviewRequests' in item
      ? (item.reviewRequests?.nodes ?? []).flatMap(({ requestedReviewer }) => requestedReviewer?.login ?? [])
      : [],
} as const;

export const editing: ImpactOnItem = (line, place, { viewer, item }) => {
  const { walked } = line;
  const { repository } = place;
  const back: string[] = [];
  const says: string[] = [];
  const title = textOf(walked, '--title');
  if (title !== '') {
    says.push(`Changes the title from ${titled(item.title)} to ${titled(title)}.`);
    back.push('--title', item.title);
  }
  if (inForce(walked, '--body') || inForce(walked, '--body-file'))
    says.push('Replaces the description; GitHub keeps the old one in its history.');
  const base = textOf(walked, '--base');
  if (base !== '' && 'baseRefName' in item) {
    says.push(`Changes the branch it goes into from ${quotedNames([item.baseRefName])} to ${quotedNames([base])}.`);
    back.push('--base', item.baseRefName);
  }
  if (inForce(walked, '--milestone') || inForce(walked, '--remove-milestone')) {
    const milestone = textOf(walked, '--milestone');
    says.push(milestone === '' ? 'Removes the milestone.' : `Sets the milestone ${titled(milestone)}.`);
    back.push(...(item.milestone === null ? ['--remove-milestone'] : ['--milestone', item.milestone.title]));
  }
  for (const [name, there] of Object.entries(LISTS)) {
    const now = there(item);
    const me = (each: string) => (each === '@me' && name === 'assignee' ? viewer : each);
    const added = valuesOf(walked, `--add-${name}`)
      .map(me)
      .filter(each => !now.includes(each));
    const removed = valuesOf(walked, `--remove-${name}`)
      .map(me)
      .filter(each => now.includes(each));
    if (added.length > 0) says.push(`Adds the ${nameOfList(name, added)} ${quotedNames(added)}.`);
    if (removed.length > 0) says.push(`Removes the ${nameOfList(name, removed)} ${quotedNames(removed)}.`);
    back.push(
      ...added.flatMap(each => [`--remove-${name}`, each]),
      ...removed.flatMap(each => [`--add-${name}`, each]),
    );
  }
  const projects = [...valuesOf(walked, '--add-project'), ...valuesOf(walked, '--remove-project')];
  if (projects.length > 0) says.push(`Changes which projects it is in: ${quotedNames(projects)}.`);
  return onGitHub(repository, {
    sentences: [
      `Edits ${described(item)}.`,
      ...(says.length === 0 ? ['Nothing of it would be different.'] : says),
      notifies(
        [...peopleOf(item), ...valuesOf(walked, '--add-assignee'), ...valuesOf(walked, '--add-reviewer')],
        viewer,
        repository,
      ),
    ],
    state: { ...boundTo(item), lists: Object.values(LISTS).map(of => of(item)), milestone: item.milestone },
    reverts: back.length === 0 ? [] : [revertBy(repository, groupOf(line), 'edit', String(item.number), ...back)],
  });
};

const nameOfList = (word: string, of: readonly unknown[]): string => (of.length === 1 ? word : `${word}s`);

/** Something new, about which nobody need be asked. */
export const opening =
  (what: 'issue' | 'pull request'): GhWrite['impact'] =>
  async ({ walked }, place) => {
    const { repository } = place;
    const [title, body, head, base] = ['--title', '--body', '--head', '--base'].map(name => textOf(walked, name));
    const branches =
      what === 'issue'
        ? ''
        : ` from ${head ? quotedNames([head]) : 'the branch that is checked out'} into ${base ? quotedNames([base]) : 'the default branch'}`;
    const people = [...valuesOf(walked, '--assignee'), ...valuesOf(walked, '--reviewer'), ...mentionsIn(body ?? '')];
    const labels = valuesOf(walked, '--label');
    return onGitHub(repository, {
      sentences: inForce(walked, '--dry-run')
        ? ['Only prints what it would open; gh may push the branch all the same.']
        : [
            `Opens ${what === 'issue' ? 'an issue' : inForce(walked, '--draft') ? 'a draft pull request' : 'a pull request'}${title ? ` ${titled(title)}` : ''}${branches} in ${inRepository(place)}.`,
            ...(labels.length === 0 ? [] : [`With the ${nameOfList('label', labels)} ${quotedNames(labels)}.`]),
            notifies(people, '', repository),
          ],
      state: { repository, head, base },
      makesNew: true,
    });
  };

export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
