import { resolve } from 'node:path';
import { isWithin } from '../../shared/paths.ts';
import type { ToolCall } from './tool.ts';
import type { ToolCore } from './tool-core.ts';
import { problem, type ToolResult } from './tool-result.ts';

export type FoundRepository =
  | { readonly ok: true; readonly root: string }
  | { readonly ok: false; readonly result: ToolResult };

type RepositoryCore = Pick<ToolCore, 'contextOf' | 'repositories'>;

/** The open repository that a call means: by its root, a folder inside it, its name, or a path in the first workspace folder. */
export async function findRepository(
  { contextOf, repositories }: RepositoryCore,
  named: string | undefined,
  call: Pick<ToolCall, 'repository'>,
): Promise<FoundRepository> {
  const open = repositories.list();
  const wanted = named ?? call.repository ?? open[0]?.root;
  const roots = contextOf(undefined)?.roots ?? [];
  const [folder] = roots;
  if (wanted === undefined || folder === undefined) return unknown('No git repository is open.', []);
  const same = open.find(({ root, name }) => root === wanted || name === wanted);
  if (same !== undefined) return { ok: true, root: same.root };
  const path = resolve(folder, wanted);
  // Outside the workspace nothing is looked at, not even whether it is there.
  const found = roots.some(root => isWithin(resolve(root), path)) ? await repositories.find(path) : undefined;
  const root = repositories.list().find(each => each.root === found?.root)?.root;
  if (root !== undefined) return { ok: true, root };
  return unknown(
    `No open repository is '${wanted}'.`,
    repositories.list().map(each => each.root),
  );
}

function unknown(message: string, open: readonly string[]): Extract<FoundRepository, { ok: false }> {
  const none = problem({ code: 'unknown-repository', message, hint: 'Ask the person to open a folder with one.' });
  if (open.length === 0) return { ok: false, result: none };
  // A submodule is in the folder that its author named.
  const quoted = { text: open.join('\n'), source: 'the names of folders' };
  return { ok: false, result: problem({ code: 'unknown-repository', message, hint: 'Name one of these.', quoted }) };
}
