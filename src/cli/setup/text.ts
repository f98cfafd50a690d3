/** Everything that setup says. */
export const SETUP_TEXT = {
  usage: `Usage: sluice setup <client> [--install | --remove | --check]

Sets Sluice up for the agent of a client: claude, codex, copilot, cursor, gemini, vscode. With no option it prints the entries.
Besides the hook, --install writes a short skill that tells the agent how to work with Sluice.

  --install   write both into the client's own folder, after showing each change and asking
  --remove    take them out again, the same way
  --check     see whether the hook is there, and start everything once

An entry that somebody edited is shown and left as it is.

Exit codes: 0 done, or nothing to do; 10 not written, or a check failed; 2 not a client.
`,
  unknownClient: (name: string) => (name === '' ? 'Name a client.' : `Sluice knows no client '${name}'.`),
  entry: (path: string, event: string) => `The hook, for hooks.${event} in ${path}:`,
  codexEntry: 'The hook, for ~/.codex/config.toml:',
  mcp: (command: string) => `The tools, by MCP: start\n\n  ${command}`,
  mcpOfClaude: (command: string) => `The tools, by MCP: run\n\n  claude mcp add --scope user sluice -- ${command}`,
  besides: {
    codex:
      'Then start codex, look at the hook under /hooks and trust it: Codex skips one that nobody has reviewed, and does not say so.',
    gemini: 'Gemini runs no hook when an editor starts it with --acp.',
    untried: 'This client is set up by its documentation. Look whether it asks, and tell us.',
  },
  notInstallable: 'Put this entry there yourself: Sluice does not write that file.',
  unreadable: (path: string) =>
    `${path} cannot be read as settings of this client, so it is left as it is. Mend it, or put the entry there yourself.`,
  edited: (path: string) =>
    `Somebody edited Sluice's entry in ${path}, so it is left as it is. It is (-), and would be (+):`,
  unchanged: (path: string) => `There is nothing to change in ${path}.`,
  change: (path: string) => `${path} will change:`,
  ask: 'Write it? [y/N] ',
  noTerminal: 'Nothing was written: run this in a terminal, where Sluice can ask you.',
  declined: 'Nothing was written.',
  meanwhile: (path: string) => `${path} has changed meanwhile, so nothing was written. Try again.`,
  written: (path: string) => `Written: ${path}. Start the client anew.`,
  removed: (path: string) => `Taken out of ${path}. Start the client anew.`,
  check: {
    installed: (path: string) => `ok    the hook stands in ${path}`,
    notInstalled: (path: string) => `FAIL  no hook of Sluice stands in ${path}: sluice setup <client> --install`,
    edited: (path: string) => `FAIL  somebody edited the hook in ${path}`,
    off: (path: string) => `FAIL  ${path} switches all hooks off (disableAllHooks)`,
    answered: (what: string, ms: number) => `ok    ${what} (${ms} ms)`,
    failed: (what: string, said: string) => `FAIL  ${what}; it said: ${said}`,
    read: 'a read passes',
    write: 'a push is put to you',
    refused: 'what is refused is denied',
    broken: 'a call that cannot be judged is stopped',
    gone: 'a hook that cannot start stops the call',
  },
} as const;
