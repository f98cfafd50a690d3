import {
  type CancellationToken,
  CancellationTokenSource,
  commands,
  type QuickPick,
  type QuickPickItem,
  ThemeIcon,
  window,
} from 'vscode';
import { GATE_TEXT } from './text.ts';
import type { Place } from './turns.ts';

/** A quick-pick that stays until it is answered. */
export interface PersistentQuickPick<Row extends QuickPickItem, T> {
  readonly pick: QuickPick<Row>;
  /** Replaces the rows; where one of them moves, an answer that comes at once was meant for what stood there, and is not taken. */
  rows(rows: readonly Row[]): void;
  /** The title, to which the place in the queue is added. */
  title(text: string): void;
  /** True from the second question of a queue on. */
  isBehindAnother(): boolean;
  /** True once an answer is taken. */
  isSettled(): boolean;
  accepted(take: (row: Row) => unknown): void;
  answer(value: T): void;
  /** Gives the place of the pick to something else and comes back; the token is cancelled when the time is over. */
  during(work: (over: CancellationToken) => PromiseLike<unknown>): Promise<void>;
}

/** The question that is being asked, as others may use it. */
export interface ShownQuestion {
  show(): void;
  /** A no of the person, by a key: taken when any answer is. */
  decline(): void;
  /** A no because nobody can answer any more. */
  end(): void;
  placeChanged(): void;
}

export interface PersistentQuickPickOptions<T> {
  readonly declined: T;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly place: () => Place;
  /** Is told of the question while there is one. */
  readonly showing: (question: ShownQuestion | undefined) => void;
  readonly reportError: (error: unknown) => void;
}

/** A key pressed when a question has just appeared was meant for something else; so was one that is held down, or that ends a word. */
const QUIET_MS = 600;

/** What of rows decides where each of them stands. */
const layoutOf = (rows: readonly QuickPickItem[]): string =>
  JSON.stringify(rows.map(({ kind, label, detail }) => [kind, label, Boolean(detail)]));

const HIDE = { iconPath: new ThemeIcon('chrome-minimize'), tooltip: GATE_TEXT.hide };

/**
 * Asks by a quick-pick until there is an answer. The editor does not say why a pick is hidden, so Escape is a key of ours
 * while one is shown: it declines. Whatever else hides it, another quick-pick above all, leaves the question waiting.
 */
export function askPersistently<Row extends QuickPickItem, T>(
  { declined, timeoutMs, signal, place, showing, reportError }: PersistentQuickPickOptions<T>,
  fill: (quickPick: PersistentQuickPick<Row, T>) => void,
): Promise<T> {
  const pick = window.createQuickPick<Row>();
  const over = new CancellationTokenSource();
  let visible = false;
  let quietUntil = Number.POSITIVE_INFINITY;
  /** Of its own: that rows have moved is no reason to move the focus too. */
  let movedUntil = 0;
  let title = '';
  let active: readonly Row[] = [];

  const keepQuiet = () => {
    quietUntil = Date.now() + QUIET_MS;
  };
  const isSettled = () => Date.now() >= quietUntil;
  /** Whoever is too fast waits anew, so that no run of keys gets through. */
  const isTooFast = () => {
    const moved = Date.now() < movedUntil;
    if (moved) movedUntil = Date.now() + QUIET_MS;
    else if (!isSettled()) keepQuiet();
    else return false;
    return true;
  };
  const placeChanged = () => {
    pick.title = GATE_TEXT.place(title, place());
  };
  const isOver = () => over.token.isCancellationRequested;
  const escapeIsOurs = (is: boolean) => commands.executeCommand('setContext', 'sluice.asking', is);
  const show = async () => {
    if (isOver()) return;
    // Known before the pick is: its first Escape is ours already.
    await escapeIsOurs(true);
    if (isOver()) return;
    visible = true;
    const rows = pick.items;
    const was = (pick.activeItems[0] ?? active[0])?.label;
    pick.value = '';
    pick.show();
    // The editor forgets the rows of a pick that was hidden.
    pick.items = [...rows];
    const row = rows.find(({ label }) => label === was);
    if (row !== undefined) pick.activeItems = [row];
    keepQuiet();
  };
  const hide = async () => {
    if (!visible) return;
    const hidden = new Promise<void>(resolve => pick.onDidHide(() => resolve()));
    pick.hide();
    await hidden;
  };

  return new Promise(resolve => {
    const answer = (value: T) => {
      if (isOver()) return;
      clearTimeout(timer);
      signal?.removeEventListener('abort', decline);
      showing(undefined);
      over.cancel();
      void escapeIsOurs(false);
      pick.dispose();
      resolve(value);
    };
    const decline = () => answer(declined);
    const timer = setTimeout(decline, timeoutMs);
    signal?.addEventListener('abort', decline);
    const during: PersistentQuickPick<Row, T>['during'] = async work => {
      await hide();
      try {
        await work(over.token);
      } catch (error) {
        reportError(error);
      }
      await show();
    };
    pick.ignoreFocusOut = true;
    pick.keepScrollPosition = true;
    pick.buttons = [HIDE];
    pick.onDidTriggerButton(() => pick.hide());
    // Letters move the focus, and whoever types on was typing into something else.
    pick.onDidChangeValue(keepQuiet);
    pick.onDidChangeActive(rows => {
      if (rows.length > 0) active = rows;
    });
    pick.onDidHide(() => {
      visible = false;
      // The next question may be shown already: Escape is its.
      if (!isOver()) void escapeIsOurs(false);
    });
    const accepted: PersistentQuickPick<Row, T>['accepted'] = take =>
      pick.onDidAccept(() => {
        // A window without the focus gets no keys: what accepts there is a program that runs the editor's commands.
        if (!window.state.focused) return;
        // Where what is typed matches nothing, Enter would choose what was chosen last.
        const [row] = pick.activeItems;
        if (row !== undefined && !isTooFast()) take(row);
      });
    const setRows = (rows: readonly Row[]) => {
      if (visible && layoutOf(rows) !== layoutOf(pick.items)) movedUntil = Date.now() + QUIET_MS;
      pick.items = rows;
    };
    const setTitle = (text: string) => {
      title = text;
      placeChanged();
    };
    const isBehindAnother = () => place().at > 1;
    fill({ pick, rows: setRows, title: setTitle, isBehindAnother, isSettled, accepted, answer, during });
    const declineByKey = () => {
      if (!isTooFast()) decline();
    };
    showing({ show: () => void show(), decline: declineByKey, end: decline, placeChanged });
    void show();
  });
}
