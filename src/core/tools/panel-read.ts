import * as z from 'zod/mini';
import { count, FENCE_NOTE, filter, fromLine, known, page, panelId } from './inputs.ts';
import { panelResult } from './panel-result.ts';
import { tool } from './tool.ts';
import { unknownPanel } from './unknown-panel.ts';

export const panelRead = tool({
  name: 'panel_read',
  toolset: 'panels',
  title: 'Read a panel',
  summary: 'Reads a result panel, or more of one that was cut.',
  description:
    'Reads a panel as it is now, by its id: the next page of an answer that was cut, lines from one on, or lines that ' +
    `match. It runs the command again first when something it depends on has changed. ${FENCE_NOTE}`,
  reference: 'panelRead',
  icon: '$(output)',
  effects: { readOnly: true, openWorld: true },
  answersWithPanel: true,
  input: z.strictObject({ id: panelId, page, filter, fromLine, count, known }),
  examples: [{ input: { id: 'P99' }, answers: /^Error \(unknown-panel\): There is no panel 'P99'\./ }],
  about: ({ id }) => `Read panel ${id}`,
  handler:
    ({ panels, authorshipOf }) =>
    async ({ id, ...part }, { origin, name, signal }) => {
      const panel = await panels.read(id, origin, name);
      if (panel === undefined) return unknownPanel(panels.panels, id);
      return panelResult(panel, { ...part, authorship: await authorshipOf(panel, signal) });
    },
});
