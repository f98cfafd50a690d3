import type { AskPolicy } from './policy/policy.ts';
import { askListeners, type ComingRun, type Restriction, type RunListener, strictest } from './restrictions.ts';

export interface RestrictionOptions {
  readonly askPolicy: AskPolicy;
  readonly listeners: readonly RunListener[];
  readonly redact: (text: string) => string;
  readonly reportError: (where: string, error: unknown) => void;
}

/** The strictest thing that the rules or a listener want for a run. */
export async function findRestriction(
  { askPolicy, listeners, redact, reportError }: RestrictionOptions,
  run: ComingRun,
  when?: 'after-yes',
): Promise<Restriction | undefined> {
  const [{ restriction }, heard] = await Promise.all([
    askPolicy(run),
    askListeners(when === 'after-yes' ? [] : listeners, { ...run, command: redact(run.command) }, reportError),
  ]);
  return strictest([restriction, heard]);
}
