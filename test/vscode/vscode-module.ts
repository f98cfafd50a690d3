/** The parts of the editor's module that texts and quick-picks need, for tests outside of an editor. */
export const l10n = {
  t(message: string, ...args: readonly unknown[]): string {
    const [first] = args;
    const values = typeof first === 'object' && first !== null ? first : args;
    // One pass, as in the editor: a brace inside of an argument stays.
    return message.replace(/\{(\w+)\}/g, (brace, name) => String(Reflect.get(values, name) ?? brace));
  },
};

export const QuickPickItemKind = { Separator: -1, Default: 0 } as const;
export const StatusBarAlignment = { Left: 1, Right: 2 } as const;
export class ThemeIcon {
  constructor(readonly id: string) {}
}
export class ThemeColor extends ThemeIcon {}

export class CancellationTokenSource {
  readonly token = { isCancellationRequested: false };
  cancel(): void {
    this.token.isCancellationRequested = true;
  }
}

type Listener = (value: never) => unknown;

function event() {
  const listeners: Listener[] = [];
  return {
    on: (listener: Listener) => void listeners.push(listener),
    fire: (value: unknown) => {
      for (const listener of listeners) listener(value as never);
    },
  };
}

interface Row {
  readonly label: string;
  readonly description?: string;
}

/** A quick-pick that a test looks at and answers. */
export class FakeQuickPick {
  #accept = event();
  #hide = event();
  #change = event();
  title = '';
  placeholder = '';
  value = '';
  busy = false;
  items: readonly Row[] = [];
  activeItems: readonly Row[] = [];
  shown = false;
  onDidAccept = this.#accept.on;
  onDidHide = this.#hide.on;
  onDidTriggerButton = event().on;
  onDidTriggerItemButton = event().on;
  onDidChangeActive = event().on;
  onDidChangeValue = this.#change.on;
  show(): void {
    this.shown = true;
  }
  hide(): void {
    this.shown = false;
    this.#hide.fire(undefined);
  }
  dispose(): void {
    this.shown = false;
  }
  /** Types, by which the first row that has the letters gets the focus. */
  type(letters: string): void {
    this.value = letters;
    this.activeItems = this.items.filter(({ label }) => label.toLowerCase().includes(letters)).slice(0, 1);
    this.#change.fire(letters);
  }
  /** Enter on the row that has the focus. */
  enter(): void {
    if (this.shown) this.#accept.fire(undefined);
  }
}

/** Every quick-pick that was made, the newest last. */
export const picks: FakeQuickPick[] = [];

/** A notification that tells how far something is. */
export interface FakeNotification {
  readonly title: string;
  readonly reports: { readonly message: string; readonly increment: number }[];
  open: boolean;
  /** A press of its Cancel button. */
  readonly cancel: () => void;
}

/** Every such notification that was shown, the newest last. */
export const notifications: FakeNotification[] = [];

export const ProgressLocation = { Notification: 15 } as const;

export const window = {
  createQuickPick() {
    const pick = new FakeQuickPick();
    picks.push(pick);
    return pick;
  },
  createStatusBarItem: () => ({ show() {}, hide() {}, dispose() {} }),
  async withProgress(
    { title }: { readonly title: string },
    task: (progress: unknown, token: unknown) => Promise<void>,
  ): Promise<void> {
    const cancel = event();
    const notification: FakeNotification = { title, reports: [], open: true, cancel: () => cancel.fire(undefined) };
    notifications.push(notification);
    await task({ report: (value: never) => notification.reports.push(value) }, { onCancellationRequested: cancel.on });
    notification.open = false;
  },
};

/** Every command that was run, the newest last: its name and what it was given. */
export const commandsRun: (readonly unknown[])[] = [];

export const commands = {
  executeCommand: async (...words: readonly unknown[]) => void commandsRun.push(words),
};

/** Addresses of files, of which tests look at the parts. */
export const Uri = {
  file: (path: string) => ({ scheme: 'file', path, query: '' }),
  from: (parts: { readonly scheme: string; readonly path: string; readonly query: string }) => parts,
};
export const env = { clipboard: { writeText: async () => undefined } };

/** Markdown as a test reads it: what is text is marked, so that what is not stands out. */
export class MarkdownString {
  isTrusted: unknown;
  constructor(public value = '') {}
  appendText(text: string): this {
    this.value += `‹${text}›`;
    return this;
  }
  appendMarkdown(text: string): this {
    this.value += text;
    return this;
  }
  appendCodeblock(text: string): this {
    this.value += `‹${text}›`;
    return this;
  }
}

export class CancellationError extends Error {}

export class LanguageModelTextPart {
  constructor(readonly value: string) {}
}
export class LanguageModelToolCallPart {
  constructor(
    readonly callId: string,
    readonly name: string,
    readonly input: object,
  ) {}
}
export class LanguageModelToolResultPart {
  constructor(
    readonly callId: string,
    readonly content: readonly LanguageModelTextPart[],
  ) {}
}
export class LanguageModelToolResult {
  constructor(readonly content: readonly LanguageModelTextPart[]) {}
}
export const LanguageModelChatMessage = {
  User: (content: unknown) => ({ role: 'user', content }),
  Assistant: (content: unknown) => ({ role: 'assistant', content }),
};
export class ChatRequestTurn {
  constructor(
    readonly prompt: string,
    readonly command: string | undefined,
  ) {}
}
export class ChatResponseMarkdownPart {
  constructor(readonly value: { readonly value: string }) {}
}

/** The tools that the editor knows, which a test fills, and every call of one. */
export const lm = {
  tools: [] as { name: string }[],
  invoked: [] as { name: string; input: unknown; toolInvocationToken: unknown }[],
  answer: async (_name: string, _input: unknown): Promise<LanguageModelToolResult> => new LanguageModelToolResult([]),
  async invokeTool(name: string, options: { input: unknown; toolInvocationToken: unknown }) {
    lm.invoked.push({ name, input: options.input, toolInvocationToken: options.toolInvocationToken });
    return lm.answer(name, options.input);
  },
};
