import type { LeaseHolder } from '../git/lease.ts';
import type { SharedTurn } from '../git/runner.ts';
import type { Repository } from '../repository/discover.ts';
import type { Journal } from './journal/journal.ts';

/** The part of a write's turn that other processes share; `doing` is redacted. */
export type TurnIn = (repository: Repository, doing: string) => SharedTurn;

export interface TurnInOptions {
  readonly journal: Pick<Journal, 'recover'>;
  /** Tells the person for whom a write waits. */
  readonly tell: (message: string) => void;
}

export const createTurnIn =
  ({ journal, tell }: TurnInOptions): TurnIn =>
  (repository, doing) => ({
    repository,
    doing,
    waiting: holder => tell(waitingMessage(holder, repository, doing)),
    recover: since => journal.recover(repository, since),
  });

export function waitingMessage(
  { pid, host, doing, orphaned }: LeaseHolder,
  { workTree }: Pick<Repository, 'workTree'>,
  own: string,
): string {
  const whose = orphaned ? 'a git that outlived the Sluice which started it' : 'another Sluice';
  const what = doing === '' ? '' : `: ${doing}`;
  return `'${own}' waits for ${whose} in '${workTree}' (process ${pid} on ${host}${what}). It runs when that one is done; cancel it if you do not want to wait.`;
}
