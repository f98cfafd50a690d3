import { legibleLine } from '../../shared/fence.ts';
import type { Execution } from '../execute.ts';
import { failureCode } from './failure-code.ts';
import { fencedWithin } from './fenced-within.ts';
import type { ToolResult } from './tool-result.ts';

type Ran = Extract<Execution, { kind: 'ran' }>;

/** A write that the person approved as a result: that it ran, how to take it back, then what it printed. */
export function writeResult({ command, result, entry }: Ran): ToolResult {
  const { canonical, program } = command;
  const { ok, exitCode, stdout, stderr, failure } = result;
  const code = failure && failureCode(failure);
  const how = exitCode === null ? 'it did not come to its end' : `exit code ${exitCode}`;
  // The message of a failure has what went to stderr.
  const printed = (ok ? [stdout, stderr] : [failure?.message, stdout]).filter(Boolean).join('\n').trim();
  const [label, source] = program === 'gh' ? ['GitHub', 'GitHub'] : ['Git', 'git'];
  const lines = [
    code && `Error (${code})`,
    `Ran: ${canonical} — ${how}`,
    `${label} Result: ${canonical}`,
    ...journalLines(entry),
  ]
    .filter(line => line !== undefined)
    .map(legibleLine);
  return {
    status: ok ? 'done' : 'failed',
    code,
    text(characters) {
      const above = lines.join('\n');
      return `${above}\n${fencedWithin(printed, source, characters - above.length - 1, 'The rest is not kept.')}`;
    },
    facts: {
      command: canonical,
      exitCode,
      ...(failure && { reason: failure.reason, github: failure.github }),
      ...(entry && { journal: entry.id, changes: entry.changes, notSaved: entry.notSaved, reverts: entry.reverts }),
    },
  };
}

const MOST_CHANGES = 10;

function journalLines(entry: Ran['entry']): string[] {
  if (entry === undefined) return ['Journal: nothing to take back.'];
  const { id, changes, notSaved, reverts } = entry;
  const more = changes.length - MOST_CHANGES;
  return [
    ...changes.slice(0, MOST_CHANGES).map(change => `Changed: ${change}`),
    ...(more > 0 ? [`Changed: ${more} more`] : []),
    ...notSaved.map(loss => `Not saved: ${loss}`),
    `Undo: git_undo(${JSON.stringify({ id })})`,
    ...reverts.map(revert => `To revert what left this machine: ${revert}`),
  ];
}
