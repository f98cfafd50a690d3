import { l10n } from 'vscode';

/** Texts of setting Sluice up for the agents of other clients. */
export const AGENT_TEXT = {
  title: l10n.t('Protect other agents'),
  editor: l10n.t('The chat of this editor'),
  placeholder: l10n.t('Choose a client. Every change is shown before it is written.'),
  states: {
    installed: l10n.t('$(pass) hook installed'),
    edited: l10n.t('$(warning) hook edited by somebody'),
    notInstalled: l10n.t('not protected'),
  },
  byHand: l10n.t('to be set up by hand'),
  notFound: l10n.t('not found on this machine'),
  update: l10n.t('Install again, from this version of Sluice'),
  remove: l10n.t('Remove'),
  diff: (path: string) => l10n.t('{0} (what will change)', path),
  ask: (path: string) => l10n.t('Write this change to {0}?', path),
  write: l10n.t('Write'),
  leftAlone: (path: string) =>
    l10n.t('{0} has been edited by somebody or cannot be read, so it is left as it is. Mend it, then try again.', path),
  nothing: (client: string) => l10n.t('There is nothing to change for {0}.', client),
  meanwhile: (path: string) => l10n.t('{0} has changed meanwhile, so nothing was written. Try again.', path),
  done: (client: string) => l10n.t('Done. Start {0} anew.', client),
  codex: (path: string) =>
    l10n.t('The hook is on the clipboard. Put it into {0}, start codex, and trust it under /hooks.', path),
} as const;
