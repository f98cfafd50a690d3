import { join } from 'node:path';
import { type Disposable, EventEmitter, lm, McpStdioServerDefinition, workspace } from 'vscode';
import { onSetting, setting } from '../settings.ts';

export interface McpServersOptions {
  /** The folder of the extension. */
  readonly extension: string;
  readonly version: string;
}

const PROVIDER = 'sluice.mcp';

/** Offers our MCP server to the editor, for agents that know no tools of extensions; the same tools, and the same gate. */
export function provideMcpServers({ extension, version }: McpServersOptions): Disposable[] {
  const changed = new EventEmitter<void>();
  const fire = () => changed.fire();
  return [
    changed,
    workspace.onDidGrantWorkspaceTrust(fire),
    workspace.onDidChangeWorkspaceFolders(fire),
    onSetting(['mcp.provide', 'github.hideOutsiders'], fire),
    lm.registerMcpServerDefinitionProvider(PROVIDER, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions() {
        const folders = (workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
          uri.scheme === 'file' ? [uri.fsPath] : [],
        );
        if (!workspace.isTrusted || !setting('mcp.provide') || folders.length === 0) return [];
        const repositories = folders.flatMap(folder => ['--repo', folder]);
        // The editor's program is Node too when it is told so.
        return [
          new McpStdioServerDefinition(
            'Sluice',
            process.execPath,
            [join(extension, 'dist', 'mcp.cjs'), ...repositories],
            { ELECTRON_RUN_AS_NODE: '1', ...(setting('github.hideOutsiders') && { SLUICE_HIDE_OUTSIDERS: '1' }) },
            version,
          ),
        ];
      },
    }),
  ];
}
