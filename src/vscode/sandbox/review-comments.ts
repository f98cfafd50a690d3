import {
  type Comment,
  CommentMode,
  type CommentReply,
  type CommentThread,
  CommentThreadCollapsibleState,
  CommentThreadState,
  comments,
  type Disposable,
  type Memento,
  Range,
} from 'vscode';
import type { StagedAddress } from '../../core/writes/impact/impact.ts';
import { STAGED, type StagedSide, stagedSideOf, stagedUri } from './addresses.ts';
import { SANDBOX_TEXT } from './text.ts';

/** A comment as it is kept: on which line of which side. */
interface Kept extends StagedSide {
  /** From 1. */
  readonly line: number;
  readonly body: string;
  readonly sent: boolean;
}

/** What a person writes on lines of staged commits, for the agent that staged them. */
export interface ReviewComments extends Disposable {
  add(reply: CommentReply): void;
  remove(thread: CommentThread): void;
  /** How many there are of a commit that its agent has not got. */
  pending(staged: StagedAddress): number;
  /** The reason of a rejection with all of them; undefined for none at all. */
  reasonWith(staged: StagedAddress, reason: string | undefined): string | undefined;
  /** Notes that its agent has got them. */
  markSent(staged: StagedAddress): void;
  /** Forgets those of commits that are gone. */
  keepOnly(ids: ReadonlySet<string>): void;
}

const KEY = 'sandbox.comments';
/** No door takes a longer reason. */
const LONGEST = 10_000;
const WORDS = SANDBOX_TEXT.comments;

export function createReviewComments(state: Memento): ReviewComments {
  const controller = comments.createCommentController('sluice.review', WORDS.controller);
  controller.options = { prompt: WORDS.prompt, placeHolder: WORDS.placeholder };
  controller.commentingRangeProvider = {
    provideCommentingRanges: ({ uri, lineCount }) =>
      uri.scheme === STAGED ? [new Range(0, 0, Math.max(0, lineCount - 1), 0)] : [],
  };
  const threads = new Map<CommentThread, Kept>();

  const save = () => void state.update(KEY, [...threads.values()]);
  const show = (thread: CommentThread, kept: Kept) => {
    const comment: Comment = { author: { name: WORDS.author }, body: kept.body, mode: CommentMode.Preview };
    thread.comments = [comment];
    thread.canReply = false;
    thread.contextValue = kept.sent ? 'sent' : 'pending';
    thread.label = kept.sent ? WORDS.sent : WORDS.pending;
    thread.state = kept.sent ? CommentThreadState.Resolved : CommentThreadState.Unresolved;
    thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
    threads.set(thread, kept);
  };
  for (const kept of state.get<readonly Kept[]>(KEY, [])) {
    const at = kept.line - 1;
    show(controller.createCommentThread(stagedUri(kept), new Range(at, 0, at, 0), []), kept);
  }
  const isOf =
    ({ sandbox, commit }: StagedAddress) =>
    ([, kept]: [CommentThread, Kept]) =>
      kept.sandbox === sandbox && kept.commit === commit && !kept.sent;
  const pendingOf = (staged: StagedAddress) => [...threads].filter(isOf(staged));

  return {
    add({ thread, text }) {
      const side = stagedSideOf(thread.uri);
      if (side === undefined || text.trim() === '') return;
      show(thread, { ...side, line: (thread.range?.start.line ?? 0) + 1, body: text.trim(), sent: false });
      save();
    },
    remove(thread) {
      threads.delete(thread);
      thread.dispose();
      save();
    },
    pending: staged => pendingOf(staged).length,
    reasonWith(staged, reason) {
      const all = pendingOf(staged);
      if (all.length === 0) return reason;
      const whole = reviewText(
        reason,
        all.map(([, kept]) => kept),
      );
      return whole.length > LONGEST ? `${whole.slice(0, LONGEST - 1)}…` : whole;
    },
    markSent(staged) {
      for (const [thread, kept] of pendingOf(staged)) show(thread, { ...kept, sent: true });
      save();
    },
    keepOnly(ids) {
      const gone = [...threads].filter(([, { commit }]) => !ids.has(commit));
      if (gone.length === 0) return;
      for (const [thread] of gone) {
        threads.delete(thread);
        thread.dispose();
      }
      save();
    },
    dispose: () => controller.dispose(),
  };
}

/** A rejection as the agent reads it. */
export function reviewText(
  reason: string | undefined,
  all: readonly Pick<Kept, 'path' | 'line' | 'side' | 'body'>[],
): string {
  const sorted = all.toSorted((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
  return [
    ...(reason === undefined ? [] : [reason]),
    'Comments of the person:',
    ...sorted.map(
      ({ path, line, side, body }) =>
        `${path}, line ${line}${side === 'before' ? ' as it was' : ''}: ${body.split('\n').join('\n  ')}`,
    ),
  ].join('\n');
}
