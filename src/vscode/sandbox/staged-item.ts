import { basename, dirname } from 'node:path/posix';
import { MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { StagedFile, Stored } from '../../core/sandbox/files/state.ts';
import { sizeText } from '../../core/sandbox/sizes.ts';
import { shortId, subjectOf } from '../../core/sandbox/stage.ts';
import { relativeTime } from '../../shared/relative-time.ts';
import { plainLabel } from '../plain-text.ts';
import { TEXT } from '../text.ts';
import { stagedUri } from './addresses.ts';
import type { CommitNode, DamagedNode, FileNode, StagedNode } from './staged-nodes.ts';
import { OPERATIONS, SANDBOX_TEXT } from './text.ts';

const { staged: WORDS } = SANDBOX_TEXT;
const MINUTE_MS = 60_000;
const KIBIBYTE = 1024;
const LANGUAGE = 'plaintext';

const ICONS: Readonly<Record<StagedFile['operation'], ThemeIcon>> = {
  create: new ThemeIcon('diff-added', new ThemeColor('gitDecoration.addedResourceForeground')),
  update: new ThemeIcon('diff-modified', new ThemeColor('gitDecoration.modifiedResourceForeground')),
  delete: new ThemeIcon('diff-removed', new ThemeColor('gitDecoration.deletedResourceForeground')),
};

type ForDisplay = (text: string) => string;

/** A row of the view of staged commits; with several sandboxes it says which. */
export const stagedItem = (node: StagedNode, several: boolean, forDisplay: ForDisplay): TreeItem =>
  node.kind === 'commit'
    ? commitItem(node, several, forDisplay)
    : node.kind === 'file'
      ? fileItem(node, forDisplay)
      : damagedItem(node, forDisplay);

function damagedItem({ sandbox, message }: DamagedNode, forDisplay: ForDisplay): TreeItem {
  const item = new TreeItem(plainLabel(WORDS.inSandbox(sandbox)));
  item.id = sandbox;
  item.description = forDisplay(message);
  item.iconPath = new ThemeIcon('error', new ThemeColor('list.errorForeground'));
  item.tooltip = new MarkdownString().appendText(forDisplay(message));
  return item;
}

function commitItem({ sandbox, commit }: CommitNode, several: boolean, forDisplay: ForDisplay): TreeItem {
  const { id, message, files, createdAt, outdated, rejected } = commit;
  const subject = forDisplay(subjectOf(commit));
  const ms = Date.now() - createdAt;
  const state = rejected !== undefined ? WORDS.rejected : outdated ? WORDS.outdated : '';
  const facts = [
    state,
    shortId(commit),
    WORDS.files(files.length),
    several ? sandbox : '',
    ms < MINUTE_MS ? TEXT.journal.justNow : relativeTime(ms),
  ].filter(Boolean);
  const item = new TreeItem(plainLabel(subject), TreeItemCollapsibleState.Expanded);
  item.id = `${sandbox} ${id}`;
  item.description = facts.join(' · ');
  item.iconPath =
    rejected !== undefined
      ? new ThemeIcon('comment-unresolved', new ThemeColor('list.warningForeground'))
      : outdated
        ? new ThemeIcon('warning', new ThemeColor('list.warningForeground'))
        : new ThemeIcon('git-commit');
  item.contextValue = outdated ? 'commit outdated' : 'commit';
  item.accessibilityInformation = { label: [subject, ...facts].join(', ') };
  const lines = [
    WORDS.inSandbox(sandbox),
    ...(outdated ? [WORDS.aboutOutdated] : []),
    ...(rejected === undefined ? [] : [WORDS.aboutRejected(rejected)]),
  ];
  // A code block shows a message as it is, whatever Markdown is in it.
  item.tooltip = new MarkdownString()
    .appendCodeblock(message.split('\n').map(forDisplay).join('\n'), LANGUAGE)
    .appendText(
      lines
        .flatMap(line => line.split('\n'))
        .map(forDisplay)
        .join('\n'),
    );
  return item;
}

function fileItem({ parent, file }: FileNode, forDisplay: ForDisplay): TreeItem {
  const { sandbox, commit } = parent;
  const { path, operation } = file;
  const sides = (['before', 'after'] as const).map(side => stagedUri({ sandbox, commit: commit.id, path, side }));
  const name = forDisplay(basename(path));
  const folder = dirname(path).replace(/^\/workspace\/?/, '');
  const facts = [folder, OPERATIONS[operation], sizesOf(file), modeOf(file)].filter(Boolean).map(forDisplay);
  const item = new TreeItem(plainLabel(name));
  item.id = `${sandbox} ${commit.id} ${path}`;
  item.description = facts.join(' · ');
  item.iconPath = ICONS[operation];
  item.contextValue = 'file';
  item.tooltip = new MarkdownString().appendText(
    [path, ...facts.slice(folder === '' ? 0 : 1)].map(forDisplay).join('\n'),
  );
  item.accessibilityInformation = { label: [name, ...facts].join(', ') };
  item.command = {
    command: 'vscode.diff',
    title: WORDS.openDiff,
    arguments: [...sides, WORDS.fileTitle(name, shortId(commit)), { preview: true }],
  };
  return item;
}

const sizeOf = (stored: Stored | null): string =>
  stored === null ? '' : stored.size < KIBIBYTE ? WORDS.bytes(stored.size) : sizeText(stored.size);

/** Both sizes where they read differently. */
const sizesOf = ({ base, content }: StagedFile): string =>
  [...new Set([sizeOf(base), sizeOf(content)])].filter(Boolean).join(' → ');

function modeOf({ base, content }: StagedFile): string {
  const [was, is] = [base?.mode === '100755', content?.mode === '100755'];
  if (content === null || was === is) return is ? WORDS.executable : '';
  if (base === null) return WORDS.executable;
  return is ? WORDS.becomesExecutable : WORDS.noLongerExecutable;
}
