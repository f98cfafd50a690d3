const OPTIONS = `Options:
  --root DIR      the workspace folder, the limit of what a read may look at (default: the current folder)
  --color[=WHEN]  always, never or auto (default: auto; NO_COLOR counts)
  -h, --help      this text
`;

/** What each command is for and how it is called; loaded when somebody asks, or calls one wrongly. */
export const HELP = {
  usage: `Usage: sluice <command> [options]

  classify   say what a git or gh command does, without running it
  run        run a read; ask before a write
  undo       undo the last write, or the one that is named
  journal    list the writes that can be undone
  checkpoint save the repository as it is, to return to
  status     show the branch and the changed files
  tools      list the tools that models are offered
  policy     say which rules hold here, and what a command would get
  mcp        serve the tools to an agent, over standard input and output
  hook       answer an agent that asks before it uses a tool
  setup      set Sluice up for the agent of a client
  guard      start an agent with Sluice in place of its git and gh

  sluice <command> --help   more about one of them
  sluice --version          the version

${OPTIONS}`,
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

Lists the writes that can be undone and the checkpoints that can be returned to, the newest first. sluice undo takes their ids.

  --search WORDS   only entries with all these words in the command, label, branches or files
  --filter NAME    only some: mine, agents, foreign (made without Sluice), remote, labelled
  --json           print one JSON object a line

Exit codes: 0, or 2 where there is no repository.

${OPTIONS}`,
  policy: `Usage: sluice policy check [options]
       sluice policy check [options] <command>

Lists the rules that hold in a repository, and says what is wrong with them: those of .sluice.json as it is on the disk, in the
last commit and on the default branch of origin, and of ~/.sluice.json. With a command it says what an agent would get for it.
Rules of the editor's settings come on top in a window. Nothing runs.

  --json   print one JSON object

Exit codes: 0 the rules are fine, or the command runs at once; 10 it is asked about; 11 it is denied; 2 not a command, or rules
that cannot be read.

${OPTIONS}`,
  checkpoint: `Usage: sluice checkpoint [options] <label>

Saves branches, HEAD, what is staged and every file that is not ignored, and changes none of it. sluice undo with the id it
prints returns to it. A checkpoint stays until its label is taken away.

Exit codes: 0, or 2 where there is no repository or no label.

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
} as const;
