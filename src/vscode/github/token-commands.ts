import { authentication, ProgressLocation, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { Core } from '../../core/core.ts';
import { isToken, type TokenFacts } from '../../core/github/tokens/token.ts';
import { plainMessage } from '../plain-text.ts';
import { setting } from '../settings.ts';
import { SESSION_SCOPES } from './editor-session.ts';
import { GITHUB_TEXT } from './text.ts';

type Needs = Pick<Core, 'github' | 'forDisplay'>;

/** Takes a token from the person and keeps it once GitHub has said whose it is. */
export async function setGitHubToken(core: Needs): Promise<void> {
  const { hosts, setToken } = await core.github();
  const host = await pickHost(hosts.all());
  if (host === undefined) return;
  const text = GITHUB_TEXT.set;
  const token = await window.showInputBox({
    title: text.title(host),
    prompt: text.prompt,
    placeHolder: text.placeholder,
    password: true,
    ignoreFocusOut: true,
    validateInput: typed => (typed === '' || isToken(typed.trim()) ? undefined : text.notAToken),
  });
  if (!token) return;
  const set = await window.withProgress(
    { location: ProgressLocation.Notification, title: text.checking(host), cancellable: true },
    (_, cancel) => {
      const stop = new AbortController();
      cancel.onCancellationRequested(() => stop.abort());
      return setToken(host, token.trim(), stop.signal);
    },
  );
  if (set.ok) {
    const { facts, login } = set;
    const done = login === undefined ? text.doneForApp(host, facts) : text.done(host, login, facts);
    return void window.showInformationMessage(plainMessage(core.forDisplay(done)));
  }
  const again = { title: text.again };
  const choice = await window.showErrorMessage(plainMessage(core.forDisplay(set.failure.message)), again);
  if (choice === again) await setGitHubToken(core);
}

/** Forgets a token that was set here, and says what is used in its place. */
export async function clearGitHubToken(core: Needs): Promise<void> {
  const { hosts, tokens, clearToken } = await core.github();
  const all = await Promise.all(hosts.all().map(tokens.byAccount));
  const set = all.flat().filter(({ facts }) => facts.some(({ source }) => source === 'secret-storage'));
  const places = set.map(({ host, account }) => ({ host, account, label: GITHUB_TEXT.place(host, account) }));
  const text = GITHUB_TEXT.clear;
  if (set.length === 0) return void window.showInformationMessage(plainMessage(text.nothing));
  const place = places.length < 2 ? places[0] : await window.showQuickPick(places, { title: GITHUB_TEXT.host.title });
  if (place === undefined) return;
  const { host, account, label } = place;
  await clearToken(host, account);
  const left = (await tokens.byAccount(host)).find(each => each.account === account)?.facts ?? [];
  const next = left.find(({ state }) => state !== 'rejected')?.source;
  const said = next === undefined ? text.done(label) : text.doneWithNext(label, GITHUB_TEXT.sources[next]);
  void window.showInformationMessage(plainMessage(said));
}

/** Shows every token there is with its state and what to do about it. */
export async function showGitHubTokens(core: Needs): Promise<void> {
  const { hosts, tokens } = await core.github();
  const all = (await Promise.all(hosts.all().map(tokens.byAccount))).flat();
  const facts = all.flatMap(each => each.facts);
  const text = GITHUB_TEXT.show;
  const has = (state: TokenFacts['state']) => facts.some(each => each.state === state);
  const lacksSession = setting('github.useEditorSession') && !facts.some(({ source }) => source === 'editor-session');
  const actions = [
    { label: `$(key) ${text.set}`, act: () => setGitHubToken(core) },
    ...(facts.some(({ source }) => source === 'secret-storage')
      ? [{ label: `$(trash) ${text.clear}`, act: () => clearGitHubToken(core) }]
      : []),
    ...(has('rejected') ? [{ label: `$(refresh) ${text.tryAgain}`, act: async () => tokens.tryAgain() }] : []),
    ...(lacksSession ? [{ label: `$(sign-in) ${text.signIn}`, act: signIn }] : []),
  ];
  const rows: (QuickPickItem & { readonly act?: () => Promise<void> })[] = [
    ...all.flatMap(({ host, account, facts }) => {
      const label = GITHUB_TEXT.place(host, account);
      return [{ label, kind: QuickPickItemKind.Separator }, ...tokenRows(label, facts)];
    }),
    { label: '', kind: QuickPickItemKind.Separator },
    ...actions,
  ];
  const chosen = await window.showQuickPick(rows, { title: text.title, matchOnDetail: true });
  await chosen?.act?.();
}

function tokenRows(host: string, facts: readonly TokenFacts[]): QuickPickItem[] {
  const text = GITHUB_TEXT.show;
  if (facts.length === 0) return [{ label: text.none(host) }];
  const used = facts.find(({ state }) => state !== 'rejected');
  return facts.map(each => {
    const { icon, detail } = standingOf(each, each === used);
    return { label: `$(${icon}) ${GITHUB_TEXT.sources[each.source]}`, description: text.kind(each), detail };
  });
}

function standingOf({ state }: TokenFacts, isUsed: boolean): { readonly icon: string; readonly detail: string } {
  const text = GITHUB_TEXT.show;
  if (state === 'rejected') return { icon: 'error', detail: text.rejected };
  if (!isUsed) return { icon: 'circle-outline', detail: text.spare };
  if (state === 'pending') return { icon: 'watch', detail: text.pending };
  return { icon: 'pass', detail: state === 'untried' ? text.untried : text.inUse };
}

async function pickHost(hosts: readonly string[]): Promise<string | undefined> {
  return hosts.length < 2 ? hosts[0] : window.showQuickPick(hosts, { title: GITHUB_TEXT.host.title });
}

async function signIn(): Promise<void> {
  await authentication.getSession('github', SESSION_SCOPES, { createIfNone: true });
}
