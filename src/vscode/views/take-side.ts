import { window } from 'vscode';
import type { NotPlanned, ResolveOutcome } from '../../core/conflicts/conflicts.ts';
import type { Core } from '../../core/core.ts';
import type { ConflictSide } from '../../protocol/to-status-page.ts';
import { ACTION_TEXT } from '../action-text.ts';
import { plainMessage } from '../plain-text.ts';

type TakeSideCore = Pick<Core, 'conflicts' | 'repositories' | 'forDisplay'>;

/** Puts one side of a file in conflict in its place, as a whole, once the person has said yes at the gate; staging it is up to them. */
export async function takeSide(
  { conflicts, repositories, forDisplay }: TakeSideCore,
  path: string,
  take: ConflictSide,
  root: string,
): Promise<void> {
  const repository = repositories.list().find(each => each.root === root);
  if (repository === undefined) return;
  const { list, resolve } = await conflicts();
  const file = (await list(repository)).files.find(each => each.path === path);
  const outcome: ResolveOutcome | undefined =
    file && (await resolve({ repository, resolutions: [{ id: file.whole.id, take }], origin: 'view' }));
  const message = outcome === undefined ? ACTION_TEXT.status.noConflict : messageOf(outcome);
  if (message !== undefined) await window.showWarningMessage(plainMessage(forDisplay(message)));
}

/** Why nothing came of it; undefined where something did, or where the person wanted it so. */
function messageOf(outcome: ResolveOutcome): string | undefined {
  if (outcome.kind === 'no-plan') return notPlannedMessage(outcome.no);
  return outcome.kind === 'written' || outcome.kind === 'declined' ? undefined : outcome.message;
}

function notPlannedMessage(no: NotPlanned): string {
  if (no.kind === 'stale') return ACTION_TEXT.status.noConflict;
  const { message, hint = '', about } = no.objection;
  return [message, hint, about].filter(Boolean).join(' ');
}
