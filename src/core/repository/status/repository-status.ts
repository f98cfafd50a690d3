import type { EmptyReason } from '../../../protocol/to-status-page.ts';
import type { Operation } from '../operation.ts';
import type { CountedFile } from './numstat.ts';
import type { P6Settings } from './p6-settings.ts';
import type { HeadStatus } from './parse-status.ts';

/** The status of a repository. The scan makes it, redaction gives another one, and text and page show that as it is. */
export interface RepositoryStatus extends HeadStatus {
  /** The files that differ from the base, with counts. */
  readonly files: readonly CountedFile[];
  /** Untracked files beyond the cap. */
  readonly untrackedOmitted: number;
  /** False while lines are still being counted. */
  readonly counted: boolean;
  readonly operations: readonly Operation[];
  /** The ref that files are compared with; null for HEAD, also when the base that was asked for is gone. */
  readonly diffBase: string | null;
  readonly notices: readonly string[];
}

/** A status as the view shows it; every name and text in it is redacted. */
export interface ReadyState {
  readonly kind: 'ready';
  readonly repository: { readonly root: string; readonly name: string };
  readonly status: RepositoryStatus;
  readonly settings: P6Settings;
  /** Null when it is not shown or not there yet. */
  readonly log: string | null;
}

export type StatusState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty'; readonly reason: EmptyReason; readonly detail: string }
  | ReadyState;
