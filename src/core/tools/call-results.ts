import { fenced, legibleLine, missingClose } from '../../shared/fence.ts';
import { pagesOf } from '../panels/pages.ts';
import type { CallEnding, FoundRecord } from './call-records.ts';
import { problem, type ToolResult } from './tool-result.ts';

/** A call that is not over. */
export interface UnfinishedCall {
  readonly handle: string;
  readonly about: string;
  readonly state: 'waiting' | 'running';
  /** The end of what it has printed. */
  readonly output: string;
}

const LAST_LINES = 8;

const STATES = {
  waiting: 'Waiting for the person to decide',
  running: 'Still running',
} as const satisfies Record<UnfinishedCall['state'], string>;

/** That a call is not over, and how to go on. */
export function unfinishedResult({ handle, state, about, output }: UnfinishedCall): ToolResult {
  const lines = lastLines(output);
  const text = [
    `${STATES[state]}: ${legibleLine(about)}`,
    `Next: sluice_wait(${JSON.stringify({ handle })}) gives the result. Do not make the same call again.`,
    ...(lines.length === 0 ? [] : ['The last lines of its output:', fenced(lines.join('\n'), 'the command')]),
  ].join('\n');
  return { status: state, text: () => text, facts: { handle, about } };
}

/** Progress meters draw over their own line: what they showed last counts. */
function lastLines(output: string): readonly string[] {
  const lines = output.split('\n').map(line => line.replace(/\r$/, '').split('\r').at(-1) ?? '');
  return lines
    .filter(line => line.trim() !== '')
    .slice(-LAST_LINES)
    .map(legibleLine);
}

export const LEFT = problem({
  code: 'cancelled',
  message: 'You stopped waiting. The call itself goes on.',
  hint: 'sluice_wait with its handle gives the result. Do not make the same call again.',
});

export const UNKNOWN = problem({
  code: 'unknown-handle',
  message: 'There is no call with this handle.',
  hint: 'Copy the handle from the answer that named it. It is good for a day.',
});

const JOURNAL =
  'It may have run in part or in full. Look at git_status_view and at the journal before you do anything again.';

/** What became of a call whose process is gone before it came to its end. */
export function lostResult({ about, progress, process }: FoundRecord): ToolResult {
  if (progress === 'declined') return problem({ code: 'declined', status: 'declined', message: `Declined: ${about}` });
  if (progress === 'approved')
    return problem({
      code: 'lost',
      message: `The person approved it, then Sluice was closed before it was over: ${about}`,
      hint: JOURNAL,
    });
  if (process === 'unknown')
    return problem({ code: 'lost', message: `Nobody knows what became of it: ${about}`, hint: JOURNAL });
  const when = progress === 'waiting' ? 'before the person had decided' : 'while it ran';
  return problem({
    code: 'lost',
    message: `Sluice was closed ${when}, and nothing was changed: ${about}`,
    hint: 'Make the call again if it is still wanted.',
  });
}

/** The result of a call as it was kept. */
export const keptResult = ({ status, code, text }: CallEnding, handle: string): ToolResult => ({
  status,
  code,
  text: characters => withinKept(text, characters),
  facts: { handle },
});

const CUT = '[cut by tokens: the rest is not kept]';
/** As long as the line that closes a fence. */
const CLOSE = '</123456>'.length;

/** The beginning of a kept text to the end of a line, with its last fence closed. */
function withinKept(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const room = characters - CUT.length - CLOSE - 2;
  if (room < 1) return CUT;
  const [page = ''] = pagesOf(text, room);
  const close = missingClose(page);
  return [page.replace(/\n$/, ''), ...(close === undefined ? [] : [close]), CUT].join('\n');
}
