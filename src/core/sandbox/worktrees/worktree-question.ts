import type { Caller, Origin } from '../../origin.ts';
import type { DenialCode } from '../../refusals.ts';
import type { Repository } from '../../repository/discover.ts';
import { type Impact, impact } from '../../writes/impact/impact.ts';
import type { OwnQuestion, OwnWrites } from '../../writes/own-write.ts';

export interface WorktreeRequest {
  readonly repository: Repository;
  readonly name: string;
  readonly origin: Origin;
  readonly signal?: AbortSignal | undefined;
  readonly caller?: Caller | undefined;
}

/** What becomes of the difference when a work tree is finished. */
export type FinishWay =
  | { readonly how: 'patch' }
  | { readonly how: 'branch'; readonly branch: string; readonly message: string }
  | { readonly how: 'discard' };

export type NotDone =
  | { readonly kind: 'declined'; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string; readonly denied?: DenialCode | undefined }
  | { readonly kind: 'cancelled' };

export type StartOutcome =
  | { readonly kind: 'started'; readonly path: string; readonly head: string; readonly isNew: boolean }
  | NotDone;

export type FinishOutcome =
  | {
      readonly kind: 'finished';
      readonly changed: readonly string[];
      readonly entry: string | undefined;
      readonly branch?: string | undefined;
      readonly commit?: string | undefined;
      /** False when it was written to meanwhile: then it is still there. */
      readonly removed: boolean;
    }
  | NotDone;

/** A question about a work tree. */
export function question(
  { workTree }: Repository,
  text: string,
  note: string | null,
  facts: Partial<Impact> & Pick<Impact, 'sentences'>,
): OwnQuestion {
  return {
    ...{ kind: 'write-files', text, subject: text, repository: workTree, note },
    ...{ effects: ['writes-repo'], risk: 'local', reason: 'adds to the repository' },
    recovery: 'Undo takes a branch away again; a work tree goes by worktree_finish.',
    impact: impact(facts),
  };
}

/** The answer where the person has not said yes; undefined where they have. */
export function notApproved(decision: Awaited<ReturnType<OwnWrites['ask']>>, stayed: string): NotDone | undefined {
  if (decision.kind === 'approved') return undefined;
  if (decision.kind === 'refused') return decision;
  const reason = decision.reason ? ` Their reason: ${decision.reason}` : '';
  return { kind: 'declined', message: `The person declined this. ${stayed}${reason}` };
}
