import * as z from 'zod/mini';
import { stateOf } from '../panels/panel.ts';
import { panelListText } from '../panels/panel-text.ts';
import { fencedWithin } from './fenced-within.ts';
import { tool } from './tool.ts';
import { answer } from './tool-result.ts';

export const panelList = tool({
  name: 'panel_list',
  toolset: 'panels',
  title: 'List panels',
  summary: 'Lists the open result panels.',
  description: 'Lists the open panels: id, state, command and repository. panel_read reads one again.',
  reference: 'panels',
  icon: '$(list-flat)',
  effects: { readOnly: true, openWorld: false },
  input: z.strictObject({}),
  examples: [{ input: {}, answers: /^No panels are open\.$/ }],
  about: () => 'List the open panels',
  handler:
    ({ panels }) =>
    async () => {
      const open = panels.panels.list();
      const facts = { panels: open.map(panel => ({ id: panel.id, state: stateOf(panel) })) };
      if (open.length === 0) return answer(panelListText(open), facts);
      // A link in an output made some of these commands, with names that stood there.
      return { ...answer('', facts), text: characters => fencedWithin(panelListText(open), 'the panels', characters) };
    },
});
