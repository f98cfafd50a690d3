import { type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { MutatingCommand } from '../core/command/command.ts';
import type { GateUi, Origin } from '../core/gate/approval.ts';
import { plainLabel } from './plain.ts';

interface Choice extends QuickPickItem {
  /** Lines that only tell have none. */
  readonly run?: boolean;
}

/** About what fits beside a label; a longer command is shown whole in lines of its own, where nothing can hide at its end. */
const LINE = 80;

const RISKS = {
  local: 'changes this repository only',
  remote: 'leaves this machine',
  destructive: 'can lose work or rewrite published history',
} as const;

const ORIGINS: Readonly<Record<Origin, string>> = {
  palette: 'you, by the palette',
  view: 'you, in the status view',
  chat: 'chat or another extension',
  mcp: 'an agent, by MCP',
  cli: 'the command line',
};

export interface GateOptions {
  readonly timeoutMs: () => number;
  readonly shown: (text: string) => string;
}

/** The gate in the editor: one quick-pick at a time, and anything but Run is no. */
export function createGate({ timeoutMs, shown }: GateOptions): GateUi {
  let last: Promise<unknown> = Promise.resolve();
  return {
    confirm(command, repository, origin) {
      const asked = last.then(() => ask(command, repository, origin, timeoutMs(), shown));
      last = asked.catch(() => undefined);
      return asked;
    },
  };
}

function ask(
  command: MutatingCommand,
  repository: string,
  origin: Origin,
  timeoutMs: number,
  shown: (text: string) => string,
): Promise<boolean> {
  const { risk } = command.verdict;
  const destructive = risk === 'destructive';
  const { items, run, cancel } = choicesFor(command, shown);
  const pick = window.createQuickPick<Choice>();
  pick.title = `Sluice: run this ${destructive ? 'destructive ' : ''}command?`;
  pick.placeholder = shown(`Asked by ${ORIGINS[origin]}, in ${repository}`);
  pick.items = items;
  // Enter by habit must not lose work.
  pick.activeItems = [destructive ? cancel : run];
  // Looking elsewhere is no answer.
  pick.ignoreFocusOut = true;
  return new Promise(resolve => {
    const timer = setTimeout(() => pick.hide(), timeoutMs);
    pick.onDidAccept(() => {
      const { run: chosen } = pick.selectedItems[0] ?? {};
      if (chosen === undefined) return;
      resolve(chosen);
      pick.hide();
    });
    pick.onDidHide(() => {
      clearTimeout(timer);
      resolve(false);
      pick.dispose();
    });
    pick.show();
  });
}

function choicesFor({ canonical, verdict }: MutatingCommand, shown: (text: string) => string) {
  const { effects, risk, reason } = verdict;
  const text = plainLabel(shown(canonical));
  const short = text.length <= LINE;
  const run: Choice = {
    run: true,
    label: `$(${risk === 'destructive' ? 'warning' : 'play'}) Run`,
    description: short ? text : `${text.slice(0, LINE)}… (whole below)`,
    detail: `${plainLabel(shown(reason))}. Effects: ${effects.join(', ')}.`,
    alwaysShow: true,
  };
  const cancel: Choice = { run: false, label: '$(close) Cancel', description: 'It is not run.', alwaysShow: true };
  const separator = (label: string): Choice => ({ kind: QuickPickItemKind.Separator, label });
  const lines = short ? [] : (text.match(new RegExp(`.{1,${LINE}}`, 'gsu')) ?? []);
  const items = [
    separator(`Risk: ${risk}, ${RISKS[risk]}`),
    run,
    cancel,
    ...(short ? [] : [separator('the whole command')]),
    ...lines.map(label => ({ label, alwaysShow: true })),
  ];
  return { items, run, cancel };
}
