import { join } from 'node:path';
import { plural } from '../../../shared/plural.ts';
import type { GitReader } from '../../git/reader.ts';
import type { DenialCode } from '../../refusals.ts';
import type { Repository } from '../../repository/discover.ts';
import { impact, listed } from '../../writes/impact/impact.ts';
import { NO_MOVES } from '../../writes/own-moves.ts';
import type { OwnQuestion, OwnRecording, OwnRequest, OwnWrites } from '../../writes/own-write.ts';
import { filesWrittenFrom } from '../../writes/snapshot-scope.ts';
import { diffOf, pairsOf } from '../diff.ts';
import { SandboxFailure } from '../failure.ts';
import { type Change, isSameBranch, type Source, type StagedCommit } from '../files/state.ts';
import type { Sandbox } from '../sandbox.ts';
import { LARGE_FILE, sizeText } from '../sizes.ts';
import { findStaged, reject, shortId, subjectOf } from '../stage.ts';
import { SIGNS } from '../status-text.ts';
import { readBranches } from './branches.ts';
import { follow, obstacleTo } from './checked-out.ts';
import { authorIn, isFiltered, isGiven, type PathAttributes, writeCommit } from './commit.ts';
import { carryOutOnGitHub, type GitHubPush, prepareGitHubPush, pullRequestCommand } from './github-push.ts';
import type { GitHubTarget } from './github-target.ts';
import { isLfsPointer, LARGEST_POINTER } from './lfs.ts';
import { type Preparation, type PreparedPush, type PushConflict, preparePush } from './prepare-push.ts';
import type { TargetRepository } from './target.ts';

export interface PushOptions {
  readonly git: GitReader;
  readonly sandbox: Sandbox;
  readonly commitId: string;
  readonly target: TargetRepository | GitHubTarget;
  /** The repository in whose journal a push to a bare one or to GitHub is noted, and in whose name the person commits there. */
  readonly journaled: Repository;
  readonly own: OwnWrites;
  readonly now: () => number;
  /** Of names for new branches. */
  readonly template?: string | undefined;
  /** Whether a branch that is checked out is updated where its work tree is clean. */
  readonly updatesCheckedOut?: (() => boolean) | undefined;
}

export type PushOutcome =
  | {
      readonly kind: 'pushed';
      readonly commitSha: string;
      readonly branch: string;
      /** The id of its entry in the journal. */
      readonly entry: string | undefined;
      readonly pullRequest?: PullRequest | undefined;
    }
  | { readonly kind: 'conflict'; readonly conflict: PushConflict }
  | { readonly kind: 'declined'; readonly reason: string | undefined }
  | { readonly kind: 'refused'; readonly message: string; readonly denied?: DenialCode | undefined }
  | { readonly kind: 'cancelled' };

/** The pull request for a branch that was pushed to GitHub: one that is open, or the command that opens it, which asks again. */
export type PullRequest = { readonly number: number } | { readonly command: string };

const MOVED = 'The target or the sandbox changed while this waited. Check again what will be pushed.';

/**
 * Pushes a staged commit: what it would do is worked out by reading, the person is asked, and what they saw is carried out. If
 * anything is another by then, they are asked again.
 */
export async function push(options: PushOptions, request: OwnRequest): Promise<PushOutcome> {
  const { git, sandbox, commitId, journaled, own, now } = options;
  const { id } = findStaged(sandbox.state, commitId);
  // The time in the name of a new branch is that of the first question.
  const begun = now();
  for (let note: string | null = null; ; note = MOVED) {
    const staged = findStaged(sandbox.state, id);
    const prepared = await prepare(options, staged, begun);
    if (prepared.kind === 'conflict') return prepared;
    const { push: ready } = prepared;
    const pushed = async (commitSha: string, entry: string | undefined): Promise<PushOutcome> => {
      await notePushed(sandbox, ready, commitSha);
      return { kind: 'pushed', commitSha, branch: ready.branch, entry, pullRequest: pullRequestOf(ready) };
    };
    if (prepared.kind === 'pushed') return pushed(prepared.commitSha, undefined);
    const decision = await own.ask(await questionOf(git, sandbox, ready, { note, journaled }), request);
    if (decision.kind === 'declined' && decision.reason) await reject(sandbox, id, decision.reason);
    if (decision.kind === 'declined' || decision.kind === 'refused') return decision;
    const { actor } = decision;
    const ran = await own.run(recordingOf(ready, journaled), { ...request, actor }, () =>
      carryOut(options, ready, begun),
    );
    if (ran.kind === 'cancelled') return ran;
    if (ran.kind === 'not-saved') return { kind: 'refused', message: `Nothing was pushed. ${ran.message}` };
    if (ran.result === undefined) continue;
    return pushed(ran.result, ran.entry?.id);
  }
}

type AnyPush = PreparedPush | GitHubPush;

/** Whether the branch is checked out, and its index and files go with it. */
const isFollowed = (push: AnyPush): push is PreparedPush => !isOnGitHub(push) && push.follows;

const isOnGitHub = (push: AnyPush): push is GitHubPush => push.target.type === 'github';

async function prepare(
  { git, sandbox, target, journaled, template, updatesCheckedOut }: PushOptions,
  staged: StagedCommit,
  now: number,
): Promise<Preparation<AnyPush>> {
  if (target.type !== 'github') {
    const given = { sandbox, staged, target, now, template };
    return preparePush({ ...given, updatesCheckedOut: updatesCheckedOut?.() });
  }
  const author = await authorIn({ git, folder: journaled.workTree });
  return prepareGitHubPush({ sandbox, staged, target, now, template }, author);
}

function pullRequestOf(push: AnyPush): PullRequest | undefined {
  if (!isOnGitHub(push)) return undefined;
  if (push.pull !== undefined) return { number: push.pull };
  const command = pullRequestCommand(push);
  return command === undefined ? undefined : { command };
}

/** Moves the branch to the commit that was shown, or does nothing and gives undefined: not a byte is another. */
async function carryOut(options: PushOptions, shown: AnyPush, now: number): Promise<string | undefined> {
  const { sandbox } = options;
  if (sandbox.state.staged.get(shown.staged.id) !== shown.staged) return undefined;
  const again = await prepare(options, shown.staged, now);
  if (again.kind !== 'ready' || !isSamePush(again.push, shown)) return undefined;
  return isOnGitHub(shown) ? carryOutOnGitHub(sandbox, shown) : carryOutHere(sandbox, shown);
}

const isSamePush = (one: AnyPush, other: AnyPush): boolean =>
  one.planned.oid === other.planned.oid &&
  one.old === other.old &&
  one.ref === other.ref &&
  (isOnGitHub(one) && isOnGitHub(other)
    ? one.signs === other.signs && one.login === other.login && one.repositoryId === other.repositoryId
    : isOnGitHub(one) === isOnGitHub(other)) &&
  isFollowed(one) === isFollowed(other);

async function carryOutHere(sandbox: Sandbox, shown: PreparedPush): Promise<string | undefined> {
  const { target, staged, branch, ref, old, planned, entries, author, attributes } = shown;
  const blobs = checkedContents(sandbox, staged);
  const oid = await writeCommit(target, staged, planned.parent, { entries, blobs, author });
  if (oid !== planned.oid) return undefined;
  const { git, folder, hash } = target;
  const none = '0'.repeat(hash === 'sha256' ? 64 : 40);
  const message = `${REFLOG}: ${subjectOf(staged)}`;
  if (shown.follows && old !== null && (await obstacleTo(target, { old, entries, attributes })) !== undefined)
    return undefined;
  try {
    if (shown.follows) await followTo(shown, oid);
    else await git.write(['update-ref', '--no-deref', '-m', message, ref, oid, old ?? none], folder);
  } catch (error) {
    const at = (await readBranches(target)).commits.get(branch) ?? null;
    // It came through, and only the answer is lost.
    if (shown.follows && at === oid) return oid;
    // Somebody else was faster: what they pushed stays, and the caller hears of it.
    if (at !== old && !shown.follows) return undefined;
    throw error;
  }
  return oid;
}

async function followTo({ target, branch }: PreparedPush, oid: string): Promise<void> {
  await follow(target, oid);
  const { commits, current } = await readBranches(target);
  if (current !== branch || commits.get(branch) !== oid)
    throw new SandboxFailure('target-refused', `Another branch than ${branch} was checked out meanwhile.`);
}

/** The beginning of the entries in the branch's reflog. */
const REFLOG = 'sandbox push';

async function* checkedContents({ contents }: Sandbox, staged: StagedCommit): AsyncGenerator<Buffer> {
  const seen = new Set<string>();
  for (const { path, content } of staged.files) {
    if (content === null || seen.has(content.sha256)) continue;
    seen.add(content.sha256);
    yield await contents.get(content.sha256, `${path} of staged commit ${shortId(staged)}`);
  }
}

/** What was pushed is what the files are compared with from now on; commits staged beside it were made from there too. */
function notePushed(sandbox: Sandbox, { target, staged, ref, planned }: AnyPush, commit: string): Promise<void> {
  return sandbox.change(async () => {
    const branch = { repository: target.key, ref };
    const source: Source = { ...branch, commit };
    const moved = (each: Source): Source =>
      isSameBranch(each, branch) && each.commit === planned.parent ? source : each;
    const others = [...sandbox.state.staged.values()].filter(({ id }) => id !== staged.id);
    const step: Change = {
      staged: [
        [staged.id, null],
        ...others.map((each): [string, StagedCommit] => [each.id, { ...each, sources: each.sources.map(moved) }]),
      ],
      bases: staged.files.map(({ path, content }) => [path, content]),
      sources: [source],
    };
    return { step, result: undefined };
  });
}

function recordingOf(push: AnyPush, journaled: Repository): OwnRecording {
  const { target, staged, branch, ref, old, planned } = push;
  const command = `sandbox push ${shortId(staged)} to ${branch}`;
  const elsewhere = { repository: journaled, command: `${command} in ${target.shown}`, moves: null };
  if (isOnGitHub(push) && push.signs) {
    // The id of the commit that GitHub makes and signs is known when it is there, and no command can name it before.
    const changes = [`One signed commit on ${branch}, after ${old}`];
    return { ...elsewhere, remote: [], elsewhere: { host: push.target.url, reverts: [], changes } };
  }
  if (target.type === 'github' || target.repository === undefined)
    return { ...elsewhere, remote: [{ remote: addressOf(target), ref, from: old, to: planned.oid, forced: false }] };
  const moves = { ...NO_MOVES, refs: [ref], says: [REFLOG], steps: 1, whole: true };
  const recording = { repository: target.repository, command, moves, remote: [] };
  if (!push.follows) return recording;
  const written = push.entries.flatMap(({ path, blob }) => (blob ? [join(target.folder, path)] : []));
  return {
    ...recording,
    moves: { ...moves, head: 'branch' as const, says: ['merge'] },
    // A git that is cut off has written files of which its index does not know yet.
    touches: filesWrittenFrom({ trees: [push.planned.oid], paths: written, besideIndex: true }),
  };
}

const addressOf = (target: AnyPush['target']): string => (target.type === 'github' ? target.url : target.shown);

/** So much of a difference is shown with a question. */
const MOST_DIFF = 1_000_000;
/** Files whose contents are more than this together are not compared for it: nobody reads them there. */
const MOST_COMPARED = 4_000_000;

/** The differences that are shown with a question, and in words what is not. */
async function shownDiff(git: GitReader, sandbox: Sandbox, staged: StagedCommit): Promise<string> {
  const pairs = pairsOf(staged);
  let bytes = 0;
  // A large file keeps no small one from being seen.
  const compared = pairs.filter(({ before, after }) => {
    const size = (before?.size ?? 0) + (after?.size ?? 0);
    if (bytes + size > MOST_COMPARED) return false;
    bytes += size;
    return true;
  });
  const diff = await diffOf(git, sandbox, compared, `staged commit ${shortId(staged)}`);
  const more = pairs.filter(pair => !compared.includes(pair)).map(({ path }) => path);
  return [
    diff.length > MOST_DIFF ? `${diff.slice(0, MOST_DIFF)}\n… the rest of the difference is not shown here` : diff,
    ...(more.length > 0
      ? [
          `… not shown here, as it is too much: ${more.slice(0, 50).join(', ')}${more.length > 50 ? ` and ${more.length - 50} more` : ''}`,
        ]
      : []),
  ].join('\n');
}

async function questionOf(
  git: GitReader,
  sandbox: Sandbox,
  push: AnyPush,
  { note, journaled }: { readonly note: string | null; readonly journaled: Repository },
): Promise<OwnQuestion> {
  const { target, staged, branch, ref, old, planned } = push;
  const repository = target.type === 'github' ? undefined : target.repository;
  const isElsewhere = repository === undefined;
  const name = `${shortId(staged)} ${JSON.stringify(subjectOf(staged))}`;
  const text = `Push ${name} to ${branch} in ${target.shown}`;
  const diff = await shownDiff(git, sandbox, staged);
  const files = staged.files.map(
    ({ operation, path, content }) =>
      `${SIGNS[operation]} ${path}${content ? ` (${sizeText(content.size)}${content.mode === '100755' ? ', executable' : ''})` : ''}`,
  );
  const isNew = old === null;
  const beginning = planned.parent === null ? 'with no commit before it' : `from ${planned.parent.slice(0, 7)}`;
  return {
    kind: 'push',
    text,
    subject: text,
    repository: (repository ?? journaled).workTree,
    effects: isElsewhere ? ['writes-remote'] : ['writes-repo', ...(isFollowed(push) ? ['writes-files' as const] : [])],
    risk: isElsewhere ? 'remote' : 'local',
    reason: 'takes files out of the sandbox',
    recovery: isElsewhere
      ? 'Undo does not reach this repository: the journal has the command that reverts it.'
      : `Undo puts the branch${isFollowed(push) ? ', the index and the files' : ''} back.`,
    note:
      [
        note,
        push.isProtected ? `Others build on ${branch}: look twice.` : null,
        staged.rejected === undefined ? null : 'You rejected this commit before, and nothing in it has changed.',
      ]
        .filter(Boolean)
        .join(' ') || null,
    impact: impact({
      sentences: [
        `Makes one commit of ${plural(staged.files.length, 'file')} on ${branch}${isNew ? `, a new branch ${beginning}` : ''}.`,
        ...staged.message
          .trim()
          .split('\n')
          .slice(1)
          .filter(line => line.trim() !== ''),
        ...(isFollowed(push) ? [followSentence(push)] : []),
        ...(await notesOn(sandbox, push)),
        authorSentence(push),
      ],
      files: listed(files),
      // One that GitHub signs has an id when it is there.
      commits: listed(isOnGitHub(push) && push.signs ? [] : [{ oid: planned.oid, subject: subjectOf(staged) }]),
      ...(isElsewhere && {
        remote: [{ remote: addressOf(target), ref, from: old, to: planned.oid, forced: false }],
        addresses: [addressOf(target)],
      }),
      preview: {
        kind: 'patch',
        text: `${staged.message.trim()}\n\n${diff}`,
        staged: { sandbox: sandbox.name, commit: staged.id },
      },
    }),
  };
}

/** So many files of a work tree are named in a sentence; all of them stand below it. */
const MOST_NAMED = 20;

function followSentence({ target, branch, entries }: PreparedPush): string {
  const names = entries.map(({ path, blob }) => `${path}${blob === null ? ' (removed)' : ''}`);
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
  return `${branch} is checked out in ${target.folder}: its index and these files there change too: ${names.slice(0, MOST_NAMED).join(', ')}${more}.`;
}

/** In whose name it is, and who vouches for it. */
function authorSentence(push: AnyPush): string {
  const { name, email } = push.author;
  if (!isOnGitHub(push)) return `The author is ${name} <${email}>. It is not signed, and no hook runs.`;
  if (push.signs)
    return `${push.branch} takes signed commits alone: GitHub signs it in the name of ${push.login}, and ${name} <${email}> is lost as its author. No hook of yours runs.`;
  return `The author is ${name} <${email}>, pushed by ${push.login}. It is not signed, and no hook of yours runs.`;
}

/** What a person would not expect of some files, a sentence for each kind. */
async function notesOn({ contents }: Sandbox, { staged, attributes, entries }: AnyPush): Promise<string[]> {
  const large = staged.files.filter(({ content }) => (content?.size ?? 0) > LARGE_FILE).map(({ path }) => path);
  const pathOf = new Map(entries.map(({ path }, at) => [path, staged.files[at]]));
  const filtered: string[] = [];
  const pointers: string[] = [];
  const lineEnds: string[] = [];
  for (const { path, attributes: said } of attributes) {
    const file = pathOf.get(path);
    if (!file?.content || !(isFiltered(said) || isConverted(said))) continue;
    const bytes = await contents.get(file.content.sha256, `${file.path} of staged commit ${shortId(staged)}`);
    if (isFiltered(said) && !(said.get('filter') === 'lfs' && isLfsPointer(bytes))) filtered.push(file.path);
    if (isConverted(said) && bytes.includes('\r\n')) lineEnds.push(file.path);
  }
  for (const { path, content } of staged.files)
    if (content && content.size <= LARGEST_POINTER && isLfsPointer(await contents.get(content.sha256, path)))
      pointers.push(path);
  const some = (paths: readonly string[], what: string) => (paths.length === 0 ? [] : [`${what}: ${paths.join(', ')}`]);
  return [
    ...some(large, `Larger than ${sizeText(LARGE_FILE)}, which every clone will carry`),
    ...some(filtered, 'The filters that .gitattributes names are not applied; the file goes in as it is'),
    ...some(lineEnds, 'CRLF line ends go in as they are, though .gitattributes would turn them to LF'),
    ...some(pointers, 'Pointers of Git LFS, pushed without what they stand for'),
  ];
}

const isConverted = (said: PathAttributes['attributes']): boolean =>
  said.get('text') === 'set' || said.get('text') === 'auto' || isGiven(said.get('eol'));
