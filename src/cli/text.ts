/** Everything the command line says to people, apart from verdicts and what the core says. */
export const TEXT = {
  usage: `Usage:
  sluice classify [--root DIR] [--json] <command>   say what a git or gh command does
  sluice classify [--root DIR] [--json] -           the same, with the command on standard input
  sluice classify [--root DIR] --jsonl              one command a line in, one JSON object a line out
  sluice run [--root DIR] <command>                 run a read; ask on the terminal before a write
  sluice undo [--root DIR] [id]                     undo the last write, of a submodule too, or the one with this id
  sluice journal [--root DIR] [--json]              list the writes that can be undone
  sluice status [--root DIR] [--json]               show the branch and the changed files as text for a model

--root DIR   the workspace folder (default: the current one)

Exit codes of classify: 0 read-only, 10 mutating, 11 refused, 2 not a command.
`,
  unknownCommand: (name: string) => `Unknown command '${name}'.`,
  unknownOption: (option: string) => `Unknown option ${option}.`,
  nothingToRun: 'Name the command to run, for example: sluice run git status',
  notRun: 'Not run.',
  nobodyToApprove: (verdict: string) => `${verdict}\nNot run: nobody is here to approve it.`,
  statusArguments: 'sluice status takes --root and --json only.',
  undone: (leftRemote: boolean) => (leftRemote ? 'undone here, not on the remote' : 'undone'),
  undoneInPart: 'undone in part',
  undoneSoFar: (done: number, total: number) => `Undone: ${done} of ${total} files. Ctrl+C stops.`,
  toRevert: (command: string) => `    to revert: ${command}`,
  programs: { now: 'Starts this program:', later: 'Sets up a program that will be started later:' },
  newFilter: (name: string, repository: string) =>
    `The filter '${name}' of ${repository} is new, or its program has changed. Reads such as git status would start:`,
  allowFilter: 'Let it run? [y/N] ',
  confirm: 'Run it? [y/N] ',
  confirmDestructive: 'Destructive. Type yes to run it: ',
  fetchFirst: (command: string) => `(Type fetch to run ${command} first and be asked again.)`,
  effectsAndRisk: (effects: string, risk: string) => `effects: ${effects} · risk: ${risk}`,
  more: (n: number) => `  … and ${n} more`,
  lost: 'Changes that would be lost:',
  conflicts: 'Conflicts in:',
  unreachable: 'Commits that no branch or tag would reach:',
  addresses: 'At this address:',
  leaving: 'Commits that would leave this machine:',
} as const;
