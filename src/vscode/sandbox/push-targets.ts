import { basename } from 'node:path';
import { type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { Core } from '../../core/core.ts';
import { GITHUB_COM } from '../../core/github/hosts.ts';
import type { StagedCommit } from '../../core/sandbox/files/state.ts';
import { shortId } from '../../core/sandbox/stage.ts';
import { type GitTarget, targetFromSetting } from '../../core/sandbox/targets/target.ts';
import { plainLabel, plainMessage } from '../plain-text.ts';
import { setting } from '../settings.ts';
import { SANDBOX_TEXT } from './text.ts';

interface TargetRow extends QuickPickItem {
  readonly target?: GitTarget;
}

const WORDS = SANDBOX_TEXT.push;
/** Of a repository; the rest is found by the default target. */
const MOST_BRANCHES = 30;

/** Has the person choose where a staged commit goes; undefined when they changed their mind. */
export async function pickTarget(
  core: Core,
  folders: readonly string[],
  commit: StagedCommit,
): Promise<GitTarget | undefined> {
  const rows = core.trusted() ? await targetRows(core, folders) : [];
  if (rows.length === 0) {
    void window.showWarningMessage(plainMessage(WORDS.nowhere));
    return undefined;
  }
  const options = { title: WORDS.title(shortId(commit)), placeHolder: WORDS.placeholder };
  return (await window.showQuickPick(rows, options))?.target;
}

async function targetRows(
  { sandbox, github, repositories, forDisplay }: Core,
  folders: readonly string[],
): Promise<TargetRow[]> {
  const side = await sandbox();
  const [given, template] = [setting('sandbox.defaultTarget'), setting('sandbox.branchTemplate')];
  const preferred = targetFromSetting(given);
  const rows: TargetRow[] =
    preferred === undefined
      ? []
      : [
          { kind: QuickPickItemKind.Separator, label: WORDS.preferred },
          {
            label: `$(star) ${plainLabel(forDisplay(given))}`,
            target: preferred,
          },
        ];
  for (const { root, name } of repositories.list()) {
    const { branches, current } = await side.branches({ type: 'local', path: root });
    rows.push(
      { kind: QuickPickItemKind.Separator, label: name },
      {
        label: `$(add) ${WORDS.newBranch}`,
        description: WORDS.namedByTemplate(template),
        target: { type: 'local', path: root },
      },
      ...branches
        // The one that is checked out is refused: the files there would not follow.
        .filter(branch => branch !== current)
        .slice(0, MOST_BRANCHES)
        .map(
          (branch): TargetRow => ({
            label: `$(git-branch) ${plainLabel(forDisplay(branch))}`,
            target: { type: 'local', path: root, branch },
          }),
        ),
    );
    const { remotesOf } = await github();
    rows.push(
      ...(await remotesOf(root)).map(({ host, owner, name: other }): TargetRow => {
        const repo = [...(host === GITHUB_COM ? [] : [host]), owner, other].join('/');
        return {
          label: `$(github) ${plainLabel(forDisplay(WORDS.onGitHub(repo)))}`,
          description: WORDS.namedByTemplate(template),
          target: { type: 'github', repo },
        };
      }),
    );
  }
  for (const folder of folders) {
    const target = { type: 'local-bare', path: folder } as const;
    const current = await side.branches(target).then(
      found => found.current,
      // A folder that is no bare repository is none to push to.
      () => undefined,
    );
    if (current !== undefined)
      rows.push(
        { kind: QuickPickItemKind.Separator, label: `${basename(folder)} (${WORDS.bare})` },
        { label: `$(git-branch) ${plainLabel(forDisplay(current))}`, target },
      );
  }
  return rows;
}
