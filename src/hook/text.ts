const USAGE = `Usage: sluice hook <client>

Answers the question that an agent's client asks before it uses a tool: reads the client's JSON on standard input and prints the
answer in its form. Clients: claude, codex, copilot, cursor, gemini, vscode.

A shell line with nothing but reads of git and gh passes. One that changes something is put to you: by sluice run in its place,
or by the client itself. What is refused is denied with what to do instead. Of every other line it has no opinion.

Told that a session begins it saves a checkpoint of what is not committed. Before a line that runs as the agent wrote it, and may
run git or gh, it saves what is there; told that the line has ended it notes what changed, so that Undo takes it back.

Exit codes: 0 answered, or no opinion; 2 the call must not go on, with the reason on standard error.
`;

/** Everything the hook says to clients, models and people, apart from verdicts. */
export const TEXT = {
  usage: USAGE,
  unknownClient: (name: string) => `Unknown client '${name}'.`,
  /** A model reads these. */
  blocked: (why: string) => `Sluice could not judge this call, so it does not run: ${why}`,
  tooLarge: 'it is too large.',
  tooSlow: 'that took too long. Try again.',
  notJson: 'the client did not send JSON.',
  otherShape: (client: string) =>
    `what the client sent is not what sluice hook ${client} knows. Look for a newer Sluice.`,
  snapshotTooSlow: 'it took too long.',
  notSaved: (why: string) => `Sluice could not save what is there before this, so Undo will not bring it back: ${why}`,
  notNoted: (why: string) =>
    `Sluice saved what was there before the last call, and could not note what it changed: ${why}`,
  allowed: 'Sluice: it only reads.',
  guarded: 'Sluice: it only reads, and runs guarded, because the config of the repository may start programs.',
  waits: (reason: string) => `Sluice puts it to the person: ${reason}`,
  refused: (reason: string) => `Sluice does not run this: ${reason}`,
  /** Where a client can neither ask nor take another command. */
  alone: (reason: string) =>
    `Run the git or gh command in a call of its own, with nothing else in it. Sluice: ${reason}`,
  asks: (reason: string) => `Sluice: ${reason}`,
  useRun: (command: string) => `Put ${command} in front of the git or gh command: it asks the person. `,
} as const;
