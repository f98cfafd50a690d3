import * as z from 'zod/mini';
import { panelId } from './inputs.ts';
import { tool } from './tool.ts';
import { answer } from './tool-result.ts';
import { unknownPanel } from './unknown-panel.ts';

export const contextClose = tool({
  name: 'context_close',
  toolset: 'panels',
  title: 'Close a panel',
  summary: 'Closes a result panel and ends its refreshes.',
  description: 'Closes a panel that you no longer need. Its output is dropped and its command no longer runs.',
  reference: 'closePanel',
  icon: '$(close)',
  effects: { readOnly: true, openWorld: false },
  input: z.strictObject({ id: panelId }),
  examples: [{ input: { id: 'P99' }, answers: /^Error \(unknown-panel\): / }],
  about: ({ id }) => `Close panel ${id}`,
  handler:
    ({ panels }) =>
    async ({ id }) => {
      const panel = panels.panels.find(id);
      if (panel === undefined) return unknownPanel(panels.panels, id);
      await panels.close(id);
      return answer(`Panel closed: ${panel.id} — ${panel.command.canonical}`, { panel: panel.id });
    },
});
