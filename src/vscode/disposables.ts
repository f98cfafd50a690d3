import type { ExtensionContext } from 'vscode';

/** Keeps a part until the extension is switched off, and gives it back. */
export type AddDisposable = <T extends { dispose(): unknown }>(part: T) => T;

export const disposablesOf =
  ({ subscriptions }: ExtensionContext): AddDisposable =>
  part => {
    subscriptions.push(part);
    return part;
  };
