import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { CallToolResult, InputRequiredResult, ReadResourceResult, Resource } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { subcommandPath } from '../core/command/subcommand-path.ts';
import type { Panel } from '../core/panels/panel.ts';
import type { Tool } from '../core/tools/tool.ts';
import { type AppPanel, PANEL_META } from '../protocol/mcp-app.ts';
import { legibleLine } from '../shared/fence.ts';
import { TEXT } from './text.ts';

/**
 * Our MCP App: a page in which a client shows the panel that an answer is of. It is fed by that answer alone. It can only
 * show: no tool is for it to call, and clients that keep to the extension refuse it if it tries.
 */
export const APP_EXTENSION = 'io.modelcontextprotocol/ui';
export const APP_MIME = 'text/html;profile=mcp-app';
export const APP_URI = 'ui://sluice/panel';

/** The same for every panel, so that a client may keep it. */
export const appResource: Resource = { uri: APP_URI, name: 'panel-app', ...TEXT.resources.app, mimeType: APP_MIME };

/** What a tool says of itself to a client that shows apps. */
export const appMeta = ({ answersWithPanel = false }: Tool) => ({
  ui: { ...(answersWithPanel && { resourceUri: APP_URI }), visibility: ['model'] },
});

const ofPanel = z.object({ structuredContent: z.object({ panel: z.string() }) });

/** A result with what the page needs to draw the panel; models are told nothing more than otherwise. */
export function withPanel<Result extends CallToolResult | InputRequiredResult>(
  result: Result,
  find: (id: string) => Panel | undefined,
): Result {
  const { data } = ofPanel.safeParse(result);
  const panel = data && find(data.structuredContent.panel);
  return panel === undefined ? result : { ...result, _meta: { ...result._meta, [PANEL_META]: appPanel(panel) } };
}

function appPanel({ id, command, repository, result }: Panel): AppPanel {
  const { path, args } = subcommandPath(command);
  return {
    id,
    program: command.program,
    subcommand: path,
    args: args.map(legibleLine),
    command: legibleLine(command.canonical),
    repository: legibleLine(basename(repository)),
    exitCode: result?.exitCode ?? null,
  };
}

/** The page as it was built: beside the doors, which are a folder above the chunks they share. */
export async function readApp(built: string): Promise<ReadResourceResult> {
  const [file] = [built, join(built, '..')]
    .map(folder => join(folder, 'webview', 'mcp-app.html'))
    .filter(path => existsSync(path));
  if (file === undefined) throw new Error(TEXT.noAppPage);
  // Nothing is loaded from anywhere: there is no domain to name.
  const ui = { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true };
  return { contents: [{ uri: APP_URI, mimeType: APP_MIME, text: await readFile(file, 'utf8'), _meta: { ui } }] };
}
