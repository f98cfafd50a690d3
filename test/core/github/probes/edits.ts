import { ACTIONS } from './edits/actions.ts';
import { CONVERSATIONS } from './edits/conversations.ts';
import { PROJECTS, RELEASES, REPOSITORIES, SECRETS } from './edits/others.ts';
import type { Edits } from './edits/place.ts';
import { PULLS } from './edits/pulls.ts';

/** Everything that can happen, by name, and the commands that show it first of all. */
export const EDITS: readonly { readonly edits: Edits; readonly shownBy: RegExp }[] = [
  { edits: ACTIONS, shownBy: /^(?:run|workflow|pr (?:checks|status|view|list .*Rollup))/ },
  { edits: CONVERSATIONS, shownBy: /^(?:issue|label|pr (?:list|view)|api)/ },
  { edits: PULLS, shownBy: /^(?:pr|api)/ },
  { edits: PROJECTS, shownBy: /^(?:issue|pr) view/ },
  { edits: RELEASES, shownBy: /^(?:gist|release)/ },
  { edits: REPOSITORIES, shownBy: /^(?:repo|api)/ },
  { edits: SECRETS, shownBy: /^(?:cache|secret|variable|\S+-key|repo deploy-key)/ },
];
