import * as z from 'zod/mini';
import { legibleLine } from '../../shared/fence.ts';
import type { ReadSide } from '../conflicts/conflicts.ts';
import { openRepositoryAt, staleResult } from './conflict-text.ts';
import { fencedWithin } from './fenced-within.ts';
import { findRepository } from './find-repository.ts';
import { conflictId, repository } from './inputs.ts';
import { tool } from './tool.ts';

export const conflictRead = tool({
  name: 'conflict_read',
  toolset: 'conflicts',
  title: 'Read a conflict',
  summary: 'Reads one side of a conflict, or both.',
  description:
    'Reads a conflict by its id: ours, theirs, base (as it was before both), or both. Of a hunk its lines, of a whole file ' +
    'the file.',
  reference: 'conflictRead',
  icon: '$(git-compare)',
  effects: { readOnly: true, openWorld: false },
  input: z.strictObject({
    id: conflictId,
    side: z.optional(
      z.enum(['ours', 'theirs', 'base', 'both']).check(z.describe('The side to read; ours and theirs when left out.')),
    ),
    repository,
  }),
  examples: [{ input: { id: '0123456789abcdef' }, answers: /^Error \(stale-conflict\): / }],
  about: ({ id, side = 'both' }) => `Read ${side} of conflict ${id}`,
  handler:
    core =>
    async ({ id, side = 'both', repository }, call) => {
      const found = await findRepository(core, repository, call);
      if (!found.ok) return found.result;
      const conflicts = await core.conflicts();
      const sides = await conflicts.read(openRepositoryAt(core, found.root), id, side);
      if ('kind' in sides) return staleResult(sides);
      return {
        status: 'done',
        text: characters => sides.map(each => sideText(each, Math.floor(characters / sides.length))).join('\n'),
        facts: { id, sides: sides.map(({ side, note }) => ({ side, note })) },
      };
    },
});

const LONGEST_NAME = 200;

function sideText({ side, whose, text, note }: ReadSide, characters: number): string {
  // Whose it is names a branch, which anybody may have named.
  const head = `${side}:${note === '' ? '' : ` ${note}`}`;
  const body = [`[${legibleLine(whose).slice(0, LONGEST_NAME)}]`, ...(text === null ? [] : [text])].join('\n');
  return `${head}\n${fencedWithin(body, 'the repository', characters - head.length - 1, 'git show reads the rest.')}`;
}
