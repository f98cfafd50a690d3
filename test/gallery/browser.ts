import { createServer, type Server } from 'node:http';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserArguments, findBrowser } from '../../scripts/browser.mjs';
import { type BuiltPage, buildPage, type PageName } from './build.ts';
import { THEMES, type ThemeName, themeCss } from './themes.ts';

/** Where the editor's own window would be: a browser, and a server that gives out the pages under the policy they ship with. */
export interface Stage {
  open(page: PageName, options?: OpenOptions): Promise<OpenPage>;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** The value that `getState` gives, as after a reload of the window. */
  readonly state?: unknown;
  /** The time it is in the page; else it is what it is. */
  readonly now?: number;
}

export interface OpenPage {
  readonly page: Page;
  /** Console errors, exceptions and violations of the policy so far. */
  readonly errors: readonly string[];
  /** Sends messages as the host does, and waits until they are drawn. */
  send(...messages: readonly unknown[]): Promise<void>;
  /** The messages of the page to its host so far, `ready` first. */
  posted(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The value that `setState` kept last. */
  state(): Promise<unknown>;
  setTheme(theme: ThemeName): Promise<void>;
  /** Gives the page another size, and waits until it is drawn in it. */
  resize(width: number, height: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts the browser and the server; what is opened on the stage is closed with it. */
export async function openStage(): Promise<Stage> {
  const built = new Map<PageName, Promise<BuiltPage>>();
  const page = (name: PageName) => {
    const made = built.get(name) ?? buildPage(name);
    built.set(name, made);
    return made;
  };
  const server = await serve(page);
  const browser = await launch();
  const tabs = createTabs(browser);
  return {
    async open(name, options = {}) {
      const tab = await tabs.take(options.now ?? null);
      return openPage(tab, () => tabs.giveBack(tab), originOf(server), name, options);
    },
    async close() {
      await browser.close();
      await new Promise(done => server.close(done));
    },
  };
}

function launch(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('No Chromium was found: install one or name it in CHROMIUM.');
  return chromium.launch({ executablePath, args: browserArguments });
}

interface Tab {
  readonly page: Page;
  /** The time it is in it; null for the real one. */
  readonly now: number | null;
  /** Of the page that is open in it. */
  errors: string[];
}

/** Tabs are used again: a new one takes far longer than a new page in an old one. */
function createTabs(browser: Browser) {
  const idle: Tab[] = [];
  /** A clock is shared by all tabs of a context. */
  const contexts = new Map<number | null, Promise<BrowserContext>>();
  const contextAt = (now: number | null) => {
    const made = contexts.get(now) ?? makeContext(browser, now);
    contexts.set(now, made);
    return made;
  };
  const make = async (now: number | null): Promise<Tab> => {
    const page = await (await contextAt(now)).newPage();
    const tab: Tab = { page, now, errors: [] };
    page.on('console', message => {
      if (message.type() === 'error') tab.errors.push(message.text());
    });
    page.on('pageerror', error => tab.errors.push(error.message));
    return tab;
  };
  return {
    take(now: number | null): Promise<Tab> {
      const at = idle.findIndex(tab => tab.now === now);
      const [tab] = at === -1 ? [] : idle.splice(at, 1);
      return tab === undefined ? make(now) : Promise.resolve(tab);
    },
    giveBack: (tab: Tab) => void idle.push(tab),
  };
}

async function makeContext(browser: Browser, now: number | null): Promise<BrowserContext> {
  // Nothing moves in a picture, and nothing is measured half-way.
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript(fakeHost);
  if (now !== null) await context.clock.setFixedTime(now);
  return context;
}

async function openPage(
  tab: Tab,
  close: () => void,
  origin: string,
  name: PageName,
  options: OpenOptions,
): Promise<OpenPage> {
  const { theme = 'dark', width = 900, height = 600, state } = options;
  const { page } = tab;
  const errors: string[] = [];
  tab.errors = errors;
  const { width: wide, height: high } = page.viewportSize() ?? {};
  if (wide !== width || high !== height) await page.setViewportSize({ width, height });
  const kept = state === undefined ? '' : `?${new URLSearchParams({ state: JSON.stringify(state) })}`;
  await page.goto(`${origin}/${name}/${theme}${kept}`, { waitUntil: 'load' });
  return {
    page,
    errors,
    async send(...messages) {
      await page.evaluate(async sent => {
        for (const message of sent) window.dispatchEvent(new MessageEvent('message', { data: message }));
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
      }, messages);
    },
    posted: () => page.evaluate(() => window.sluiceHost.posted),
    state: () => page.evaluate(() => window.sluiceHost.state),
    async setTheme(next) {
      await page.evaluate(
        async ([href, bodyClass]) => {
          const link = document.querySelector<HTMLLinkElement>('#theme');
          if (link === null) throw new Error('The page has no theme.');
          // What is there already is not loaded again.
          if (link.getAttribute('href') === href) return;
          const loaded = new Promise(done => link.addEventListener('load', done, { once: true }));
          link.href = href;
          await loaded;
          // The toolkit looks at the colours anew when it sees the class change.
          document.body.className = bodyClass;
          await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        },
        [`/theme/${next}.css`, THEMES[next].bodyClass] as const,
      );
    },
    async resize(width, height) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
    },
    async close() {
      close();
    },
  };
}

interface FakeHost {
  readonly posted: Readonly<Record<string, unknown>>[];
  state: unknown;
}

declare global {
  interface Window {
    sluiceHost: FakeHost;
  }
}

/** The one thing that is not real: the editor's end of the wire. Runs in the page before any of its scripts. */
function fakeHost(): void {
  const kept = new URLSearchParams(location.search).get('state');
  const host: FakeHost = { posted: [], state: kept === null ? undefined : JSON.parse(kept) };
  let acquired = false;
  Object.assign(window, {
    sluiceHost: host,
    acquireVsCodeApi() {
      if (acquired) throw new Error('acquireVsCodeApi was called twice.');
      acquired = true;
      return {
        postMessage: (message: Record<string, unknown>) => void host.posted.push(structuredClone(message)),
        getState: () => host.state,
        setState(value: unknown) {
          host.state = structuredClone(value);
          return value;
        },
      };
    },
  });
}

async function serve(page: (name: PageName) => Promise<BuiltPage>): Promise<Server> {
  const server = createServer((request, response) => {
    answer(new URL(request.url ?? '/', 'http://local').pathname, page).then(
      ({ type, body, headers }) => response.writeHead(200, { 'content-type': type, ...headers }).end(body),
      error => response.writeHead(404).end(String(error)),
    );
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  return server;
}

interface Answer {
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

async function answer(path: string, page: (name: PageName) => Promise<BuiltPage>): Promise<Answer> {
  const [, first = '', second = ''] = path.split('/');
  if (first === 'theme') return { type: 'text/css', body: themeCss(themeName(second.replace('.css', ''))) };
  if (first === 'favicon.ico') return { type: 'image/x-icon', body: '' };
  const name = pageName(first);
  const built = await page(name);
  if (second === `${name}.js`) return { type: 'text/javascript', body: built.js };
  if (second === `${name}.css`) return { type: 'text/css', body: built.css };
  if (second === 'codicon.ttf') return { type: 'font/ttf', body: built.font };
  return { type: 'text/html', ...shell(name, themeName(second)) };
}

/** The document as the extension makes it, with the same policy. */
function shell(page: PageName, theme: ThemeName) {
  const nonce = 'bm9uY2U';
  return {
    headers: {
      'content-security-policy': `default-src 'none'; style-src 'self'; font-src 'self'; img-src data:; script-src 'nonce-${nonce}'`,
    },
    body: `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${page}</title>
<link id="theme" rel="stylesheet" href="/theme/${theme}.css">
<link rel="stylesheet" href="/${page}/${page}.css"></head>
<body class="${THEMES[theme].bodyClass}" data-page="${page}"><div id="app"></div>
<script nonce="${nonce}" src="/${page}/${page}.js"></script></body></html>`,
  };
}

function originOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

function themeName(name: string): ThemeName {
  if (name in THEMES) return name as ThemeName;
  throw new Error(`No theme ${name}.`);
}

function pageName(name: string): PageName {
  if (name === 'result' || name === 'status') return name;
  throw new Error(`No page ${name}.`);
}
