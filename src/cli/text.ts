const OPTIONS = `Options:
  --root DIR      the workspace folder, the limit of what a read may look at (default: the current folder)
  --color[=WHEN]  always, never or auto (default: auto; NO_COLOR counts)
  -h, --help      this text
`;

/** Everything the command line says to people, apart from verdicts and what the core says. */
export const TEXT = {
  usage: `Usage: sluice <command> [options]

  classify   say what a git or gh command does, without running it
  run        run a read; ask before a write
  undo       undo the last write, or the one that is named
  journal    list the writes that can be undone
  status     show the branch and the changed files
  tools      list the tools that models are offered
  hook       answer an agent that asks before it uses a tool
  setup      set Sluice up for the agent of a client
  guard      start an agent with Sluice in place of its git and gh

  sluice <command> --help   more about one of them
  sluice --version          the version

${OPTIONS}`,
  help: {
    classify: `Usage: sluice classify [options] <command>
       sluice classify [options] -         with the command on standard input
       sluice classify [options] --jsonl   one command a line in, one JSON object a line out

Says what a git or gh command does. Nothing runs.

  --json   print one JSON object

Exit codes: 0 read-only, 10 mutating, 11 refused, 2 not a command.

${OPTIONS}`,
    run: `Usage: sluice run [options] <command>

Runs a read at once. Before a write it shows what will change and asks: on the terminal, without one in the VS Code window
that has the repository open. Where there is neither the write does not run.

Exit codes: that of the command; 10 not approved, 11 refused, 2 not a command, 124 timed out, 126 not started, 130 cancelled.

${OPTIONS}`,
    undo: `Usage: sluice undo [options] [id]

Undoes the last write, of a submodule too, or the one with this id, after asking on the terminal, without one in the VS Code
window that has the repository open. sluice journal lists the ids.

Exit codes: 0 undone, 10 not undone.

${OPTIONS}`,
    journal: `Usage: sluice journal [options]

Lists the writes that can be undone, the newest first.

  --json   print one JSON object a line

Exit codes: 0, or 2 where there is no repository.

${OPTIONS}`,
    guard: `Usage: sluice guard <command> [arguments]

Starts an agent that has no hooks with stand-ins for git and gh on its PATH: what reads runs at once, what writes asks as
sluice run does. It is a rail and no jail: an agent that names git by its path, or resets its PATH, goes round it.

Exit codes: that of the agent; 126 not started.
`,
    status: `Usage: sluice status [options]

Shows the branch and the changed files.

  --json       print one JSON object
  --markdown   print what a model is shown

Exit codes: 0, or 2 where there is no repository.

${OPTIONS}`,
    tools: `Usage: sluice tools [options]

Lists the tools that models are offered, by the groups that settings switch on and off. Nothing runs.

  --json   print one JSON array, with the schema of each tool's input

${OPTIONS}`,
  },
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
