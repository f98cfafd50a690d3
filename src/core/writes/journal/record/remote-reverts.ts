import { quote } from '../../../command/quote.ts';
import type { RemoteUpdate } from '../../impact/impact.ts';

/** The command that would take back what a push did to one ref, unless somebody has moved it since. */
export function revertOf({ remote, ref, from, to }: RemoteUpdate): string {
  if (from === null) return quote('git', ['push', remote, '--delete', ref]);
  if (to === null) return quote('git', ['push', remote, `${from}:${ref}`]);
  return quote('git', ['push', `--force-with-lease=${ref}:${to}`, remote, `${from}:${ref}`]);
}
