import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { commands, env, Range, Uri, ViewColumn, window } from 'vscode';
import type { ReadOnlyCommand } from '../../core/command/command.ts';
import type { Core } from '../../core/core.ts';
import { commandOfLink, type GitHubLink, pageOfLink, repositoryOfPanel } from '../../core/github/link-command.ts';
import { repositoryOfRemotes } from '../../core/github/remotes.ts';
import type { FromResultPage } from '../../protocol/to-result-page.ts';
import { spellOutInvisible } from '../../shared/invisible-characters.ts';
import { isWithin } from '../../shared/paths.ts';
import { ACTION_TEXT } from '../action-text.ts';
import { plainMessage } from '../plain-text.ts';

export type LinkMessage = Extract<FromResultPage, { readonly type: 'link' }>;

const COMMIT = /^[0-9a-f]{4,64}$/;

/** A link that somebody clicked in the panel of a command. */
export interface FollowedLink {
  readonly link: LinkMessage;
  readonly root: string;
  readonly command: ReadOnlyCommand;
}

export interface LinkOptions {
  readonly github: Core['github'];
  readonly run: (command: string, root: string) => Promise<void>;
}

/** Follows a link that a page sent; what it holds came from output, so it is believed in nothing. */
export async function followLink(
  { link: { kind, value, line }, root, command }: FollowedLink,
  options: LinkOptions,
): Promise<void> {
  switch (kind) {
    case 'commit':
      return COMMIT.test(value) ? options.run(`git show ${value}`, root) : sayNo(ACTION_TEXT.links.notACommit(value));
    case 'path':
      return openFile(root, value, line);
    case 'web':
      return openUrl(value);
    default:
      return followGitHubLink({ kind, value }, root, command, options);
  }
}

/** Shows in a panel what can be shown there, and everything else as the page it is. */
async function followGitHubLink(
  link: GitHubLink,
  root: string,
  from: ReadOnlyCommand,
  { github, run }: LinkOptions,
): Promise<void> {
  const { remotesOf, tokens } = await github();
  const here = repositoryOfRemotes(await remotesOf(root));
  const about = repositoryOfPanel(from, here);
  const context = about && { about, here };
  const command = context && commandOfLink(link, context);
  // Without a token gh would say no more than that there is none.
  const known = about === undefined ? [] : await tokens.facts(about.host, about.owner);
  const hasToken = known.some(({ state }) => state !== 'rejected');
  if (command !== undefined && hasToken) return run(command, root);
  const page = link.kind === 'url' ? link.value : context && pageOfLink(link, context);
  return page === undefined ? sayNo(ACTION_TEXT.links.noGitHubRemote(link.value)) : openUrl(page);
}

/** The file or folder of the repository that a path stands for; one that leads out of it, or to no file, is said to. */
export async function locateIn(root: string, path: string): Promise<Uri | undefined> {
  const file = await realpath(resolve(root, path)).catch(() => undefined);
  if (file === undefined) return sayNo(ACTION_TEXT.links.notInWorkTree(path));
  if (!isWithin(await realpath(root), file)) return sayNo(ACTION_TEXT.links.outsideRepository(path));
  const entry = await stat(file);
  if (!entry.isFile() && !entry.isDirectory()) return sayNo(ACTION_TEXT.links.notAFile(path));
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
  if (!/^https?:\/\//i.test(value)) return sayNo(ACTION_TEXT.links.notAWebAddress(value));
  await env.openExternal(Uri.parse(value, true));
}

function sayNo(message: string): undefined {
  void window.showWarningMessage(plainMessage(spellOutInvisible(message)));
  return undefined;
}
