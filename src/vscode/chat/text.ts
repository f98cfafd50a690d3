import { l10n } from 'vscode';

/** Texts of chats, loaded with the first call of a tool or the first question to @sluice. */
export const CHAT_TEXT = {
  confirm: (tool: string) => l10n.t('Sluice: {0}', tool),
  aboutUnknown: (tool: string) => l10n.t('Call {0}', tool),
  help: l10n.t(
    'Type a command, such as `git log --oneline -10` or `gh pr list`, or ask a question. Reads run at once; whatever changes something waits until you say yes.',
  ),
  nothingTyped: (program: string) => l10n.t('Type the command after /{0}.', program),
  nothingStaged: l10n.t('Nothing is staged. Stage files in the status view, or with `git add`.'),
  noRepository: l10n.t('There is no git repository in this window, or you have not trusted it.'),
  noMessage: l10n.t('Type the message after /commit: no model could draft one.'),
  drafting: l10n.t('Drafting a message for what is staged'),
  noModel: (message: string) => l10n.t('The model could not be asked: {0}', message),
  tooLong: l10n.t('Stopped here: this took too many steps. Ask again to go on.'),
  openPanel: (id: string, command: string) => l10n.t('Open {0}: {1}', id, command),
  followups: {
    status: l10n.t('Show the status'),
    review: l10n.t('Review my changes'),
    commit: l10n.t('Commit what is staged'),
    undo: l10n.t('Undo it'),
  },
} as const;
