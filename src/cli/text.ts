/** Everything the command line says to people, apart from verdicts, help and what the core says. */
export const TEXT = {
  guard: {
    isARail: 'Sluice stands in for git and gh on the PATH of this command. That is a rail, not a jail.',
    notHere: 'sluice guard needs a PATH that finds scripts, which Windows has not. Use sluice setup.',
    notStarted: (program: string, message: string) => `${program} could not be started: ${message}`,
  },
  failed: (message: string) => `Sluice failed: ${message}\nSet SLUICE_DEBUG=1 to see where.`,
  unknownCommand: (name: string) => `Unknown command '${name}'.`,
  unknownOption: (option: string) => `Unknown option ${option}.`,
  askedInWindow: (folder: string) => `Waiting for your answer in the VS Code window that has ${folder} open.`,
  nothingToRun: 'Name the command to run, for example: sluice run git status',
  notRun: 'Not run.',
  nobodyToApprove: (verdict: string) =>
    `${verdict}\nNot run: nobody is here to approve it. Open the repository in VS Code with Sluice, or use a terminal.`,
  beforeAgent: (client: string, time: string) => `before ${client}, ${time}`,
  noLabel: 'Name the checkpoint, for example: sluice checkpoint before the merge',
  saved: (checkpoint: string, id: string) => `Saved ${checkpoint}. Return to it: sluice undo ${id}`,
  notSaved: (what: string) => `Not saved: ${what}`,
  unknownFilter: (filter: string, known: readonly string[]) =>
    `There is no filter '${filter}'. Filters: ${known.join(', ')}.`,
  checkpoint: 'checkpoint',
  nobodyToUndo: 'Not undone: nobody is here to approve it.',
  toolsArguments: 'sluice tools takes no command, and --json for one array.',
  statusArguments: 'sluice status takes no command, and --json for one object.',
  status: {
    head: (branch: string, base: string | null) =>
      base === null ? `On ${branch}` : `On ${branch}, compared with ${base}`,
    detached: (oid: string) => `no branch, at ${oid}`,
    upstream: (name: string, ahead: number, behind: number) =>
      ahead === 0 && behind === 0 ? `Up to date with ${name}` : `${ahead} ahead of ${name}, ${behind} behind`,
    clean: 'No changes.',
    more: (count: number) => `  … and ${count} more untracked files`,
  },
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
