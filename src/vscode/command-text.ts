import { l10n } from 'vscode';
import type { Effect, Risk, Verdict } from '../core/command/verdict.ts';

/** Texts about commands that are typed: their verdicts, the command input, the editor for several commands. */
export const COMMAND_TEXT = {
  input: {
    title: (program: string, repository: string) => l10n.t('Run {0} command in {1}', program, repository),
    otherRepository: l10n.t('Choose another repository'),
    typeCommand: (program: string) => l10n.t('Type a {0} command', program),
    verdictComes: l10n.t('Sluice shows its verdict here before anything runs.'),
    notACommand: l10n.t('Not a command'),
    incomplete: l10n.t('Not complete yet'),
    lacks: {
      quote: () => l10n.t('Close the quote.'),
      subcommand: (word: string) => l10n.t('“{0}” is the beginning of a subcommand: choose one below.', word),
      option: (word: string) => l10n.t('“{0}” is the beginning of an option: choose one below.', word),
      value: (word: string) => l10n.t('{0} needs a value.', word),
    },
    notKnown: (word: string, command: string) =>
      l10n.t('Sluice doesn’t know “{0}”. Press Enter to run {1} anyway.', word, command),
    didYouMean: l10n.t('did you mean'),
    completions: l10n.t('completions'),
    history: l10n.t('history'),
    /** The reason of a verdict, with its risk and effects where there are any. */
    about: (verdict: Verdict) => {
      const effects = effectList(verdict.effects);
      if (verdict.class !== 'mutating') return effects === '' ? verdict.reason : `${verdict.reason} (${effects})`;
      const risk = RISK_NAMES[verdict.risk];
      return effects === ''
        ? l10n.t('{0} (risk: {1})', verdict.reason, risk)
        : l10n.t('{0} (risk: {1}; {2})', verdict.reason, risk, effects);
    },
  },

  edit: {
    /** Names of the documents, which are the titles of their tabs. */
    name: {
      message: (repository: string) => l10n.t('Message ({0})', repository),
      todo: (repository: string) => l10n.t('Commits to rebase ({0})', repository),
    },
    opensEditor: l10n.t('Opens an editor first, then waits for your confirmation'),
  },

  saved: {
    choose: l10n.t('Choose a saved panel'),
    command: l10n.t('Command of the saved panel; {branch} stands for the current branch', { branch: '{branch}' }),
    label: l10n.t('Name of the saved panel'),
    labelIsEmpty: l10n.t('Type a name.'),
    notARead: (reason: string) => l10n.t('A saved panel takes only commands that read. {0}', reason),
    noBranch: (label: string) => l10n.t('“{0}” needs a branch, and none is checked out.', label),
  },

  terminalPath: {
    add: l10n.t('New terminals have the sluice command. Try sluice status.'),
    remove: l10n.t('Terminals no longer have the sluice command.'),
  },

  several: {
    /** The first lines of a new document. */
    begin: (repository: string) =>
      l10n.t(
        '# Commands to run in {0}\n# One on each line, up to 20. Nothing runs before you have seen the plan.',
        repository,
      ),
    run: (count: number, repository: string) =>
      count === 1
        ? l10n.t('$(run-all) Run 1 command in {0}…', repository)
        : l10n.t('$(run-all) Run {0} commands in {1}…', count, repository),
    empty: l10n.t('Type a command, such as git add -A'),
    nothing: l10n.t('There is no command to run. Type one on each line.'),
    notRead: (line: number, problem: string) => l10n.t('Line {0}: {1}', line, problem),
    refused: (reason: string) => l10n.t('Refused: {0}', reason),
    tooMany: (most: number) => l10n.t('A plan has at most {0} commands. Remove this one, or run it later.', most),
    name: (count: number) => l10n.t('{0} commands', count),
    ran: (count: number) => (count === 1 ? l10n.t('Ran 1 command.') : l10n.t('Ran {0} commands.', count)),
    stoppedAt: (command: string, message: string) => l10n.t('Stopped at {0}: {1}', command, message),
    stoppedAtLine: (line: number, command: string, message: string) =>
      l10n.t('Stopped at line {0}, {1}: {2}', line, command, message),
  },
} as const;

/** The class of a verdict as it is shown: a write that can lose work has a mark of its own. */
export const verdictKind = ({ class: kind, risk }: Verdict): Verdict['class'] | 'destructive' =>
  kind === 'mutating' && risk === 'destructive' ? 'destructive' : kind;

export const VERDICTS: Readonly<
  Record<Verdict['class'] | 'destructive', { readonly name: string; readonly says: string }>
> = {
  'read-only': { name: l10n.t('Read-only'), says: l10n.t('Runs at once and opens a panel') },
  mutating: { name: l10n.t('Mutating'), says: l10n.t('Waits for your confirmation') },
  destructive: { name: l10n.t('Destructive'), says: l10n.t('Can lose work; waits for your confirmation') },
  refused: { name: l10n.t('Refused'), says: l10n.t('Never runs') },
};

const RISK_NAMES: Readonly<Record<Exclude<Risk, 'none'>, string>> = {
  local: l10n.t('local'),
  remote: l10n.t('remote'),
  destructive: l10n.t('destructive'),
};

const EFFECTS: Readonly<Record<Effect, string>> = {
  network: l10n.t('uses the network'),
  'writes-repo': l10n.t('changes the repository'),
  'writes-files': l10n.t('changes files'),
  'writes-remote': l10n.t('changes a remote'),
  'runs-program': l10n.t('starts a program'),
  'opens-ui': l10n.t('opens a window'),
  interactive: l10n.t('waits for input'),
  'long-running': l10n.t('does not end by itself'),
  'reveals-secret': l10n.t('shows a secret'),
  'reads-outside': l10n.t('reads outside the workspace'),
};

export const effectList = (effects: readonly Effect[]): string => effects.map(effect => EFFECTS[effect]).join(', ');
