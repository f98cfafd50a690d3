import type { Repository } from '../discover.ts';
import type { Operation } from '../operation.ts';
import type { P6Settings } from './configure.ts';
import type { CountedFile } from './numstat.ts';
import type { RepositoryStatus } from './parse-status.ts';

/** A repository of the window. */
export interface StatusRepository extends Repository {
  readonly root: string;
  readonly name: string;
}

/** What the view shows of a repository; every name and text in it is redacted. */
export interface StatusSnapshot {
  readonly repository: { readonly root: string; readonly name: string };
  readonly status: Omit<RepositoryStatus, 'files'>;
  readonly files: readonly CountedFile[];
  /** False while lines are still being counted. */
  readonly counted: boolean;
  readonly untrackedOmitted: number;
  readonly operations: readonly Operation[];
  /** Null for HEAD. */
  readonly diffBase: string | null;
  readonly settings: P6Settings;
  /** Null when it is not shown or not there yet. */
  readonly log: string | null;
  readonly notices: readonly string[];
}

export type EmptyReason = 'no-folder' | 'no-repository' | 'no-git' | 'untrusted' | 'bare' | 'failed';

export type StatusState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty'; readonly reason: EmptyReason; readonly detail: string }
  | { readonly kind: 'ready'; readonly snapshot: StatusSnapshot };
