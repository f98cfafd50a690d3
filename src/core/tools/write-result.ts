import { legibleLine } from '../../shared/fence.ts';
import type { Execution } from '../execute.ts';
import { shortId } from '../writes/journal/storage/entry-ids.ts';
import { failureCode, failureLines } from './failure-code.ts';
import { fencedWithin } from './fenced-within.ts';
import type { ToolResult } from './tool-result.ts';

type Ran = Extract<Execution, { kind: 'ran' }>;

/** A write that the person approved as a result: that it ran, how to take it back, then what it changed and what it printed. */
export function writeResult({ command, result, entry }: Ran): ToolResult {
  const { canonical, program } = command;
  const { ok, exitCode, stdout, stderr, failure } = result;
  const code = failure && failureCode(failure);
  const how = exitCode === null ? ' — it did not come to its end' : ` — exit code ${exitCode}`;
  // The message of a failure has what went to stderr.
  const printed = (ok ? [stdout, stderr] : [failure?.message, stdout]).filter(Boolean).join('\n').trim();
  const above = [
    ...(code ? failureLines(code) : []),
    `Ran: ${canonical}${ok ? '' : how}`,
    entry ? `Undo: git_undo({"id":"${shortId(entry.id)}"})` : 'Journal: nothing to take back.',
  ]
    .map(legibleLine)
    .join('\n');
  // Names of branches and files are in the journal's words too.
  const below = [...(entry ? journalLines(entry) : []), printed].filter(text => text !== '').join('\n');
  return {
    status: ok ? 'done' : 'failed',
    code,
    text: characters =>
      `${above}\n${fencedWithin(below, program === 'gh' ? 'GitHub' : 'git', characters - above.length - 1)}`,
    facts: {
      command: canonical,
      exitCode,
      ...(failure && { reason: failure.reason, github: failure.github }),
      ...(entry && { journal: entry.id }),
    },
  };
}

const MOST_CHANGES = 10;

function journalLines({ changes, notSaved, reverts }: NonNullable<Ran['entry']>): readonly string[] {
  const more = changes.length - MOST_CHANGES;
  const shown = [...changes.slice(0, MOST_CHANGES), ...(more > 0 ? [`${more} more`] : [])];
  return [
    ...(changes.length === 0 ? [] : [`Changed: ${shown.join('; ')}`]),
    ...notSaved.map(loss => `Not saved: ${loss}`),
    ...reverts.map(revert => `To revert what left this machine: ${revert}`),
  ];
}
