import type { Effect, Risk } from '../../core/command/verdict.ts';
import type { Origin } from '../../core/origin.ts';

/** The first word is the one a person looks for; no colour says it alone. */
export const RISKS: Readonly<Record<Exclude<Risk, 'none'>, string>> = {
  local: 'Local: changes this repository only',
  remote: 'Remote: leaves this machine',
  destructive: 'Destructive: can lose work or rewrite published history',
};

/** Beside a step of a plan. */
export const RISK_NAMES: Readonly<Record<Risk, string>> = {
  none: 'Read-only',
  local: 'Local',
  remote: 'Remote: leaves this machine',
  destructive: 'Destructive: asked about alone',
};

export const ORIGINS: Readonly<Record<Origin, string>> = {
  palette: 'you, by the palette',
  view: 'you, in a view',
  chat: 'chat or another extension',
  mcp: 'an agent, by MCP',
  cli: 'the command line',
};

const EFFECTS: Readonly<Record<Effect, string>> = {
  network: 'uses the network',
  'writes-repo': 'changes the repository',
  'writes-files': 'changes files',
  'writes-remote': 'changes what is on a remote',
  'runs-program': 'starts a program',
  'opens-ui': 'opens a window',
  interactive: 'waits for input',
  'long-running': 'does not end by itself',
  'reveals-secret': 'shows a secret',
  'reads-outside': 'reads outside the workspace',
};

const AND = new Intl.ListFormat('en', { type: 'conjunction' });

/** What a command may do, as one sentence. */
export function effectsIn(effects: readonly Effect[]): string {
  return effects.length === 0 ? 'It has no known effect.' : `It ${AND.format(effects.map(effect => EFFECTS[effect]))}.`;
}
