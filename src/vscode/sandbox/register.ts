import { existsSync } from 'node:fs';
import {
  commands,
  type Disposable,
  EventEmitter,
  type FileChangeEvent,
  type FileSystemProvider,
  type TreeItem,
  window,
  workspace,
} from 'vscode';
import { loadOnce } from '../../shared/load-once.ts';
import type { FileSystem } from './file-system.ts';
import type { SandboxParts, SandboxPartsOptions } from './sandbox-parts.ts';
import type { StagedNode } from './staged-nodes.ts';

export interface Sandboxes extends Disposable {
  readonly parts: () => Promise<SandboxParts>;
}

const METHODS = ['stat', 'readDirectory', 'createDirectory', 'readFile', 'writeFile', 'delete', 'rename'] as const;

/** What the editor knows of sandboxes from the start; the rest is loaded when one is looked at. */
export function registerSandboxes({
  started,
  ...options
}: Pick<SandboxPartsOptions, 'core' | 'state' | 'during' | 'folders' | 'run'> & {
  readonly started: Promise<void>;
}): Sandboxes {
  const { core } = options;
  const fileChange = new EventEmitter<FileChangeEvent[]>();
  const treeChange = new EventEmitter<undefined>();
  const reportError = core.reportErrorIn('The sandboxes');
  let loaded: SandboxParts | undefined;
  const parts = loadOnce(async () => {
    const { createSandboxParts } = await import('./sandbox-parts.ts');
    loaded = createSandboxParts({
      ...options,
      tellFiles: changes => fileChange.fire([...changes]),
      treeChanged: () => treeChange.fire(undefined),
      count(waiting, all, tooltip) {
        view.badge = waiting === 0 ? undefined : { value: waiting, tooltip };
        void commands.executeCommand('setContext', 'sluice.staged', all);
      },
    });
    return loaded;
  });
  const late = (name: 'files' | 'staged'): FileSystemProvider => {
    const act =
      (method: Exclude<keyof FileSystem, 'watch'>) =>
      async (...args: never[]) =>
        ((await parts())[name][method] as (...given: never[]) => unknown)(...args);
    const methods = METHODS.map(method => [method, act(method)]);
    return {
      ...(Object.fromEntries(methods) as Omit<FileSystem, 'watch'>),
      onDidChangeFile: fileChange.event,
      watch: (...args) => {
        const watching = parts().then(found => found[name].watch(...args));
        watching.catch(reportError);
        return { dispose: () => void watching.then(stop => stop.dispose(), reportError) };
      },
    };
  };
  const view = window.createTreeView<StagedNode>('sluice.staged', {
    treeDataProvider: {
      onDidChangeTreeData: treeChange.event,
      getChildren: async node => (await parts()).tree.getChildren(node),
      getTreeItem: async (node): Promise<TreeItem> => (await parts()).tree.getTreeItem(node),
    },
    showCollapseAll: true,
  });
  let stopWatching: (() => void) | undefined;
  const follow = async () => {
    stopWatching?.();
    stopWatching = view.visible ? (await parts()).access.watch() : undefined;
  };
  const registered = [
    workspace.registerFileSystemProvider('sluice-sandbox', late('files'), { isCaseSensitive: true }),
    workspace.registerFileSystemProvider('sluice-staged', late('staged'), { isCaseSensitive: true, isReadonly: true }),
    view,
    view.onDidChangeVisibility(() => void follow().catch(reportError)),
    // For the badge; without a sandbox nothing is loaded.
    { dispose: core.sandboxChanges.listen(() => void parts().catch(reportError)) },
    fileChange,
    treeChange,
  ];
  started.then(async () => core.trusted() && existsSync(core.sandboxFolder) && parts()).catch(reportError);
  return {
    parts,
    dispose() {
      stopWatching?.();
      for (const each of [...registered, loaded]) each?.dispose();
    },
  };
}
