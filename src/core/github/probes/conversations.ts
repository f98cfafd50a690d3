import * as z from 'zod/mini';
import {
  type Call,
  type Find,
  type Found,
  fieldsOf,
  found,
  isGiven,
  limitOf,
  optionValue,
  type RepositoryCall,
} from './call.ts';
import { ISSUE, type Printed, PULL_REQUEST, printedBy, printedInList, type Source, THEMSELVES } from './fields.ts';
import { onlyPart } from './parts.ts';
import { inRepository, listed, pagesFor, part, pathWith, wholeList } from './paths.ts';
import { chosenPull, headOf, numberIn } from './pull-request.ts';

/** More checks than so many pull requests have are not followed: each is two questions every minute. */
const MOST_HEADS = 10;

/** An issue is its own validator; its comments are another. */
export const issueView: Find<RepositoryCall> = async call => {
  const { look, repository, words } = call;
  const number = numberIn(words.positionals[0] ?? '');
  const printed = printedBy(ISSUE, fieldsOf(call) ?? viewFields(call, ['title']));
  if (number === undefined || printed === undefined) return undefined;
  const item = inRepository(repository, `issues/${part(number)}`);
  const comments = printed.seenIn.has('comments') ? await wholeList(look, `${item}/comments`) : [];
  return comments && { paths: [item, ...comments], mayLag: printed.mayLag };
};

/** The plain view tells of the projects too; `--comments` prints the comments in place of it. */
const viewFields = (call: Call, fields: readonly string[]): readonly string[] =>
  isGiven(call, '--comments') ? ['comments'] : [...fields, 'projectItems'];

/** A pull request is probed as an issue: by itself it embeds live counters of its repository. */
export const pullView: Find<RepositoryCall> = async call => {
  const plain = isGiven(call, '--comments') ? ['reviews'] : ['additions', 'reviews', 'reviewRequests'];
  return pullPrinting(call, printedBy(PULL_REQUEST, fieldsOf(call) ?? [...viewFields(call, []), ...plain]));
};

export const pullDiff: Find<RepositoryCall> = call => pullPrinting(call, printedBy(PULL_REQUEST, ['files', 'commits']));

/** Which checks are required the rules of the branch say. */
export const pullChecks: Find<RepositoryCall> = async call => {
  const all = await pullPrinting(call, printedBy(PULL_REQUEST, ['statusCheckRollup']));
  return all && isGiven(call, '--required') ? { ...all, mayLag: [...all.mayLag, 'required'] } : all;
};

async function pullPrinting(call: RepositoryCall, printed: Printed | undefined) {
  const pull = printed && (await chosenPull(call));
  const paths = pull && (await pathsOfPull(call, pull.number, printed.seenIn));
  return (
    paths && {
      paths,
      mayLag: [...printed.mayLag, ...(pull.byBranch ? ['which pull request'] : [])],
      authored: [issueOf(call, pull.number)],
    }
  );
}

const issueOf = ({ repository }: RepositoryCall, number: number): string =>
  inRepository(repository, `issues/${part(number)}`);

async function pathsOfPull(
  call: RepositoryCall,
  number: number,
  seenIn: ReadonlySet<Source>,
): Promise<string[] | undefined> {
  const { look, repository } = call;
  const issue = issueOf(call, number);
  const self = inRepository(repository, `pulls/${part(number)}`);
  const head = seenIn.has('head') ? await headOf(call, number) : undefined;
  const pages: Readonly<Record<Source, () => readonly string[] | undefined | Promise<readonly string[] | undefined>>> =
    {
      checks: () => head && checksOf(call, head.sha),
      comments: () => wholeList(look, `${issue}/comments`),
      commits: () => wholeList(look, `${self}/commits`),
      files: () => wholeList(look, `${self}/files`),
      head: () => head && [head.path],
      item: () => [issue],
      requests: () => [`${self}/requested_reviewers`],
      // A new one moves the pull request itself, so that the first hundred are enough.
      reviews: () => pagesFor(1, `${self}/reviews`),
    };
  const all = await Promise.all([...seenIn].map(source => pages[source]()));
  return all.every(each => each !== undefined) ? all.flat() : undefined;
}

/** CI moves no pull request: only the checks and the statuses of its head tell. */
const checksOf = ({ repository }: RepositoryCall, head: string): string[] =>
  ['check-runs', 'status'].map(name =>
    pathWith(inRepository(repository, `commits/${part(head)}/${name}`), { per_page: 100 }),
  );

const CONVERSATIONS = z.array(
  z.object({
    number: z.number(),
    user: z.nullish(z.object({ login: z.string() })),
    /** Of an item in a list of issues that is a pull request. */
    pull_request: z.optional(z.unknown()),
    /** Of an item in a list of pull requests. */
    merged_at: z.nullish(z.string()),
    head: z.optional(z.object({ sha: z.string(), label: z.string() })),
    requested_reviewers: z.optional(z.array(z.object({ login: z.string() }))),
    requested_teams: z.optional(z.array(z.unknown())),
  }),
);
type Conversation = z.infer<typeof CONVERSATIONS>[number];

const VIEWER = z.object({ login: z.string() });

/** The login that `@me` stands for. */
export const viewer = async ({ look }: Call): Promise<string | undefined> => (await look('user', VIEWER))?.login;

/** A login or `@me`: apps and `*` are other words for REST than for gh. */
const isPerson = (name: string | undefined): boolean => name === undefined || /^(?:@me|[a-z\d][a-z\d-]*)$/i.test(name);

/** A person's name as REST takes it. */
const person = async (call: Call, name: string | undefined): Promise<string | undefined> =>
  name === '@me' ? viewer(call) : name;

/** Searching is another index, which no list tells of. */
const SEARCHES = ['--app', '--search'];

/** Labels and milestones are matched here and there in different ways, so that their lists are seen whole. */
export const issueList: Find<RepositoryCall> = async call => {
  const { look, repository } = call;
  const printed = printedInList(ISSUE, fieldsOf(call) ?? ['title']);
  if (printed === undefined || isGiven(call, ...SEARCHES, '--type')) return undefined;
  const isFiltered = isGiven(call, '--assignee', '--author', '--label', '--mention', '--milestone');
  const isEnough = (items: readonly Conversation[]) =>
    !isFiltered && items.filter(({ pull_request }) => pull_request === undefined).length >= limitOf(call);
  const [author, assignee] = [optionValue(call, '--author'), optionValue(call, '--assignee')];
  if (!isPerson(author) || !isPerson(assignee)) return undefined;
  const query = {
    state: optionValue(call, '--state') ?? 'open',
    creator: await person(call, author),
    assignee: await person(call, assignee),
  };
  const list = await listed(look, inRepository(repository, 'issues'), { query, shape: CONVERSATIONS, isEnough });
  return found(list?.paths.map(issuesOnly), printed.mayLag);
};

const issuesOnly = (path: string): string => onlyPart(path, 'issues');

/** What concerns the viewer in three ways; a mention is seen only by reading everything. */
export const issueStatus: Find<RepositoryCall> = async call => {
  const printed = printedInList(ISSUE, fieldsOf(call) ?? ['title']);
  const list =
    printed &&
    (await listed(call.look, inRepository(call.repository, 'issues'), {
      query: { state: 'open' },
      shape: CONVERSATIONS,
    }));
  return found(list?.paths.map(issuesOnly), printed?.mayLag);
};

const STATES = { open: 'open', closed: 'closed', merged: 'closed', all: 'all' } as const;

/** Those of one author are looked for among the issues: that list is short, and has no counters of the repository in it. */
export const pullList: Find<RepositoryCall> = async call => {
  const { look, repository } = call;
  const names = fieldsOf(call) ?? ['title'];
  const printed = printedInList(PULL_REQUEST, names);
  const state = optionValue(call, '--state') ?? 'open';
  if (printed === undefined || isGiven(call, ...SEARCHES) || !Object.hasOwn(STATES, state)) return undefined;
  const isFiltered = isGiven(call, '--assignee', '--author', '--draft', '--head', '--label');
  const isShown = ({ merged_at }: Conversation) => state !== 'merged' || typeof merged_at === 'string';
  const isEnough = (items: readonly Conversation[]) => !isFiltered && items.filter(isShown).length >= limitOf(call);
  const author = optionValue(call, '--author');
  if (!isPerson(author)) return undefined;
  const query = { state: STATES[state as keyof typeof STATES] };
  const list =
    author === undefined
      ? await listed(look, inRepository(repository, 'pulls'), {
          ...{ query: { ...query, base: optionValue(call, '--base') }, shape: CONVERSATIONS, isEnough },
        })
      : await listed(look, inRepository(repository, 'issues'), {
          ...{ query: { ...query, creator: await person(call, author) }, shape: CONVERSATIONS },
        });
  const part = names.every(name => THEMSELVES.has(name)) ? 'pulls-themselves' : 'pulls';
  const paths = author === undefined ? list?.paths.map(path => onlyPart(path, part)) : list?.paths;
  return list && paths && withChecks(call, paths, list.items, printed);
};

/** The same list with the checks of its pull requests, unless they are too many. */
async function withChecks(
  call: RepositoryCall,
  paths: readonly string[],
  items: readonly Conversation[],
  { seenIn, mayLag }: Printed,
): Promise<Required<Pick<Found, 'mayLag' | 'paths'>>> {
  if (!seenIn.has('checks')) return { paths, mayLag };
  const pulls = items.filter(({ head, pull_request }) => head !== undefined || pull_request !== undefined);
  const shaOf = async ({ head, number }: Conversation) => (head ?? (await headOf(call, number)))?.sha;
  const heads = pulls.length > MOST_HEADS ? [] : await Promise.all(pulls.map(shaOf));
  if (heads.length < pulls.length || heads.includes(undefined))
    return { paths, mayLag: [...mayLag, 'statusCheckRollup'] };
  return { paths: [...paths, ...heads.flatMap(head => checksOf(call, head ?? ''))], mayLag };
}

/** Who is asked for a review and where, and the pull request of the branch, if it is open, are all in the list. */
export const pullStatus: Find<RepositoryCall> = async call => {
  const { look, repository } = call;
  const names = fieldsOf(call);
  const printed =
    names === undefined
      ? printedBy(PULL_REQUEST, ['reviewDecision', 'statusCheckRollup'])
      : printedInList(PULL_REQUEST, names);
  const list =
    printed &&
    (await listed(look, inRepository(repository, 'pulls'), { query: { state: 'open' }, shape: CONVERSATIONS }));
  const login = await viewer(call);
  if (printed === undefined || list === undefined || login === undefined) return undefined;
  const concerns = list.items.filter(
    ({ user, requested_reviewers = [], requested_teams = [] }) =>
      user?.login === login || requested_teams.length > 0 || requested_reviewers.some(each => each.login === login),
  );
  const paths = list.paths.map(path => onlyPart(path, 'pulls'));
  const all = await withChecks(call, paths, concerns, printed);
  return {
    ...all,
    mayLag: [...all.mayLag, 'which pull request', ...(isGiven(call, '--conflict-status') ? ['mergeable'] : [])],
  };
};
