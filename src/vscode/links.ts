import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';
import { commands, env, Range, Uri, ViewColumn, window } from 'vscode';
import type { FromResultPage } from '../../webview/messages/result.ts';
import type { AskGit } from '../core/run/ask.ts';

export type LinkMessage = Extract<FromResultPage, { readonly type: 'link' }>;

export interface LinkOptions {
  readonly ask: AskGit;
  /** Opens the panel of a git command. */
  readonly show: (command: string, repository: string) => Promise<void>;
}

const COMMIT = /^[0-9a-f]{4,64}$/;

/** Follows a link that a page sent; what it holds came from output, so it is believed in nothing. */
export async function followLink({ kind, value, line }: LinkMessage, root: string, { ask, show }: LinkOptions) {
  switch (kind) {
    case 'commit':
      return COMMIT.test(value) ? show(`git show ${value}`, root) : sayNo(`Not a commit: ${value}`);
    case 'path':
      return openFile(root, value, line);
    case 'url':
      return openUrl(value);
    case 'issue': {
      const page = /^#?\d+$/.test(value) ? await issuePage(ask, root, value.replace('#', '')) : undefined;
      return page === undefined ? sayNo(`No GitHub remote tells where ${value} is.`) : openUrl(page);
    }
  }
}

/** Opens a file of the repository; a name or a link that leads out of it opens nothing. */
export async function openFile(root: string, path: string, line?: number): Promise<void> {
  const file = await realpath(resolve(root, path)).catch(() => undefined);
  if (file === undefined) return sayNo(`There is no ${path} in the work tree now.`);
  const way = relative(await realpath(root), file);
  if (way === '' || way.startsWith('..') || isAbsolute(way)) return sayNo(`${path} leads out of the repository.`);
  const uri = Uri.file(file);
  const entry = await stat(file);
  if (entry.isDirectory()) return void (await commands.executeCommand('revealInExplorer', uri));
  if (!entry.isFile()) return sayNo(`${path} is not a file that can be opened.`);
  const at = line === undefined ? undefined : new Range(line - 1, 0, line - 1, 0);
  await commands.executeCommand('vscode.open', uri, {
    viewColumn: ViewColumn.Active,
    ...(at && { selection: at }),
  });
}

/** The editor itself asks before it opens a site that the person has not trusted. */
async function openUrl(value: string): Promise<void> {
  if (!/^https?:\/\//i.test(value)) return sayNo(`Not a web address: ${value}`);
  await env.openExternal(Uri.parse(value, true));
}

async function issuePage(ask: AskGit, root: string, number: string): Promise<string | undefined> {
  const answer = await ask(['config', '--get', 'remote.origin.url'], root);
  const [, host, repository] =
    /^(?:\w+:\/\/(?:[^@/]*@)?|[^@/]+@)(github\.com)[/:](.+?)(?:\.git)?\/?$/.exec(answer.ok ? answer.text.trim() : '') ??
    [];
  return host && repository && /^[\w.-]+\/[\w.-]+$/.test(repository)
    ? `https://${host}/${repository}/issues/${number}`
    : undefined;
}

async function sayNo(message: string): Promise<void> {
  void window.showWarningMessage(message);
}
