import type { FailureReason } from '../git/result.ts';
import type { Panel } from './panel.ts';

/** Failures of which the message is ours alone, with nothing in it of what a program printed. */
const OURS: ReadonlySet<FailureReason> = new Set(['cancelled', 'not-found', 'out-of-memory', 'timed-out']);

/** What a model has to know before it reads a panel's output: how old it is, and how its run ended. */
export function panelNotices(panel: Panel): string[] {
  const { result, failure, refreshed, mayLag } = panel;
  const notices = ageNotices(panel);
  if (failure && result?.ok && refreshed !== undefined)
    notices.push(`[the last run failed: the output is from ${timeText(refreshed)}]`);
  if (failure && OURS.has(failure.reason)) notices.push(`[failed: ${failure.message}]`);
  else if (failure?.github) notices.push(`[failed: ${failure.github}]`);
  else if (failure) notices.push(result?.exitCode ? `[exit code ${result.exitCode}]` : `[failed: ${failure.reason}]`);
  if (mayLag.length > 0) notices.push(`[may lag: ${mayLag.join(', ')}]`);
  return notices;
}

/** What comes before the output: why it failed, and how it was run. Others had a hand in these words. */
export function saidBefore({ result, failure }: Panel): string {
  const why = failure && !OURS.has(failure.reason) ? [failure.message] : [];
  return [...why, ...(result?.notes ?? [])].join('\n').trim();
}

function ageNotices({ live: { freshness, paused, limitedUntil }, result }: Panel): string[] {
  if (freshness === 'rate-limited' || limitedUntil !== undefined) {
    const until = limitedUntil === undefined ? '' : ` until ${timeText(limitedUntil)}`;
    return [`[rate-limited${until}: GitHub has to be waited for, this may be out of date]`];
  }
  if (freshness !== 'stale' && freshness !== 'refreshing') return [];
  if (!paused) return ['[refreshing...]'];
  return [result ? '[paused: this is out of date]' : '[paused: not run yet]'];
}

export const timeText = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
