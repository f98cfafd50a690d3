import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type ExtensionContext, window } from 'vscode';
import { ifMissing } from '../shared/file-errors.ts';
import { COMMAND_TEXT } from './command-text.ts';
import { plainMessage } from './plain-text.ts';

/** Whether a person wants it, remembered for all their windows. */
const ON_PATH = 'terminal.path';

type Context = Pick<ExtensionContext, 'environmentVariableCollection' | 'extensionPath' | 'globalState'> & {
  readonly globalStorageUri: { readonly fsPath: string };
};

const folderOf = ({ globalStorageUri }: Context): string => join(globalStorageUri.fsPath, 'bin');

/** A program that runs our command line with the editor's own Node, so that none has to be installed. */
export function launcherFor(
  node: string,
  cli: string,
  platform: NodeJS.Platform = process.platform,
): { readonly name: string; readonly text: string } {
  if (platform === 'win32')
    return { name: 'sluice.cmd', text: `@set ELECTRON_RUN_AS_NODE=1\r\n@"${node}" "${cli}" %*\r\n` };
  const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`;
  return { name: 'sluice', text: `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec ${quoted(node)} ${quoted(cli)} "$@"\n` };
}

/** Does what a command says and tells so; `keep` after a start of the editor, for the place of it moves with an update. */
export async function setOnPath(context: Context, how: 'add' | 'keep' | 'remove'): Promise<void> {
  await (how === 'remove' ? removeFromPath(context) : addToPath(context));
  if (how !== 'keep') void window.showInformationMessage(plainMessage(COMMAND_TEXT.terminalPath[how]));
}

/** Puts `sluice` on the PATH of new terminals, behind all that is there: it hides no program of the person's. */
export async function addToPath(context: Context): Promise<void> {
  const folder = folderOf(context);
  const { name, text } = launcherFor(process.execPath, join(context.extensionPath, 'dist', 'cli.cjs'));
  const file = join(folder, name);
  // An update of the extension or the editor moves both.
  if ((await readFile(file, 'utf8').catch(ifMissing(''))) !== text) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, text, { mode: 0o700 });
    await chmod(file, 0o700);
  }
  context.environmentVariableCollection.append('PATH', `${delimiter}${folder}`);
  await context.globalState.update(ON_PATH, true);
}

/** Takes it away again; terminals that are open keep what they have until they are closed, but find nothing there. */
export async function removeFromPath(context: Context): Promise<void> {
  context.environmentVariableCollection.delete('PATH');
  await context.globalState.update(ON_PATH, undefined);
  await rm(folderOf(context), { recursive: true, force: true });
}
