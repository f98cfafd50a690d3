import { extensions, workspace } from 'vscode';
import type { ApiPanel, SluiceApi } from '../../../src/vscode/sluice-api.ts';
import { eventually } from './eventually.ts';

/** Activates Sluice and gives what it offers to other extensions. */
export async function sluice(): Promise<SluiceApi> {
  const extension = extensions.getExtension<SluiceApi>('sluice.sluice');
  if (extension === undefined) throw new Error('Sluice is not installed in this editor.');
  return extension.activate();
}

/** The folder that is open, the first when there are several. */
export function folder(): string {
  const [first] = workspace.workspaceFolders ?? [];
  if (first === undefined) throw new Error('No folder is open.');
  return first.uri.fsPath;
}

/** The panel of a command once `holds` is true of it. */
export async function panelOf(command: string, holds: (panel: ApiPanel) => boolean = () => true): Promise<ApiPanel> {
  const { panels } = await sluice();
  let seen: ApiPanel | undefined;
  const said = () => (seen ? `it is ${seen.state}: ${JSON.stringify(seen.text.slice(0, 200))}` : 'there is none');
  return eventually(`the panel of ${command} is as expected`, () => {
    seen = panels().find(panel => panel.command === command);
    if (seen === undefined || !holds(seen)) throw new Error(said());
    return seen;
  });
}
