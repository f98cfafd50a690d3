import type { Panels } from '../panels/panels.ts';
import { problem, type ToolResult } from './tool-result.ts';

export function unknownPanel(panels: Pick<Panels, 'list'>, id: string): ToolResult {
  const open = panels.list().map(panel => panel.id);
  const hint = open.length === 0 ? 'None is open. Run the command again.' : `These are open: ${open.join(', ')}.`;
  return problem({ code: 'unknown-panel', message: `There is no panel '${id}'.`, hint, facts: { panels: open } });
}
