import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { commands, env, Range, Uri, ViewColumn, window } from 'vscode';
import type { GitReader } from '../../core/git/reader.ts';
import type { FromResultPage } from '../../protocol/to-result-page.ts';
import { spellOutInvisible } from '../../shared/invisible-characters.ts';
import { isWithin } from '../../shared/paths.ts';
import { plainMessage } from '../plain-text.ts';
import { TEXT } from '../text.ts';

export type LinkMessage = Extract<FromResultPage, { readonly type: 'link' }>;

const COMMIT = /^[0-9a-f]{4,64}$/;

/** Follows a link that a page sent; what it holds came from output, so it is believed in nothing. */
export async function followLink(
  { kind, value, line }: LinkMessage,
  root: string,
  git: GitReader,
  run: (command: string, root: string) => Promise<void>,
): Promise<void> {
  switch (kind) {
    case 'commit':
      return COMMIT.test(value) ? run(`git show ${value}`, root) : sayNo(TEXT.links.notACommit(value));
    case 'path':
      return openFile(root, value, line);
    case 'url':
      return openUrl(value);
    case 'issue': {
      const page = /^#?\d+$/.test(value) ? await issuePage(git, root, value.replace('#', '')) : undefined;
      return page === undefined ? sayNo(TEXT.links.noGitHubRemote(value)) : openUrl(page);
    }
  }
}

/** The file or folder of the repository that a path stands for; one that leads out of it, or to no file, is said to. */
export async function locateIn(root: string, path: string): Promise<Uri | undefined> {
  const file = await realpath(resolve(root, path)).catch(() => undefined);
  if (file === undefined) return sayNo(TEXT.links.notInWorkTree(path));
  if (!isWithin(await realpath(root), file)) return sayNo(TEXT.links.outsideRepository(path));
  const entry = await stat(file);
  if (!entry.isFile() && !entry.isDirectory()) return sayNo(TEXT.links.notAFile(path));
  return Uri.file(file);
}

/** True for a path that is there and, links followed, lies in the repository. */
export async function isInside(root: string, path: string): Promise<boolean> {
  const file = await realpath(path).catch(() => undefined);
  return file !== undefined && isWithin(await realpath(root), file);
}

/** Opens a file of the repository, a folder in the explorer. */
export async function openFile(root: string, path: string, line?: number): Promise<void> {
  const uri = await locateIn(root, path);
  if (uri === undefined) return;
  if ((await stat(uri.fsPath)).isDirectory()) return void (await commands.executeCommand('revealInExplorer', uri));
  const at = line === undefined ? undefined : new Range(line - 1, 0, line - 1, 0);
  await commands.executeCommand('vscode.open', uri, {
    viewColumn: ViewColumn.Active,
    ...(at && { selection: at }),
  });
}

/** The editor itself asks before it opens a site that the person has not trusted. */
async function openUrl(value: string): Promise<void> {
  if (!/^https?:\/\//i.test(value)) return sayNo(TEXT.links.notAWebAddress(value));
  await env.openExternal(Uri.parse(value, true));
}

async function issuePage(git: GitReader, root: string, number: string): Promise<string | undefined> {
  const answer = await git.read(['config', '--get', 'remote.origin.url'], root);
  const [, host, repository] =
    /^(?:\w+:\/\/(?:[^@/]*@)?|[^@/]+@)(github\.com)[/:](.+?)(?:\.git)?\/?$/.exec(answer.ok ? answer.text.trim() : '') ??
    [];
  return host && repository && /^[\w.-]+\/[\w.-]+$/.test(repository)
    ? `https://${host}/${repository}/issues/${number}`
    : undefined;
}

function sayNo(message: string): undefined {
  void window.showWarningMessage(plainMessage(spellOutInvisible(message)));
  return undefined;
}
