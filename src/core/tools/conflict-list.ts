import * as z from 'zod/mini';
import { conflictFacts, conflictsText, NO_CONFLICTS, openRepositoryAt } from './conflict-text.ts';
import { findRepository } from './find-repository.ts';
import { repository } from './inputs.ts';
import { tool } from './tool.ts';
import { answer } from './tool-result.ts';

export const conflictList = tool({
  name: 'conflict_list',
  toolset: 'conflicts',
  title: 'List conflicts',
  summary: 'Lists the conflicts that a merge, rebase, pick or stash left.',
  description:
    'Lists what is in conflict: each hunk and each file with an id, its lines, and whose the sides are. In a rebase they ' +
    'are swapped: ours is the branch you rebase onto. An id goes stale when its lines or its file change.',
  reference: 'conflicts',
  icon: '$(git-merge)',
  effects: { readOnly: true, openWorld: false },
  input: z.strictObject({ repository }),
  examples: [{ input: {}, answers: /^Nothing is in conflict\.$/ }],
  about: () => 'List the conflicts',
  handler:
    core =>
    async ({ repository }, call) => {
      const found = await findRepository(core, repository, call);
      if (!found.ok) return found.result;
      const conflicts = await (await core.conflicts()).list(openRepositoryAt(core, found.root));
      if (conflicts.files.length === 0) return answer(NO_CONFLICTS, conflictFacts(conflicts));
      return {
        status: 'done',
        text: characters => conflictsText(conflicts, characters),
        facts: conflictFacts(conflicts),
      };
    },
});
