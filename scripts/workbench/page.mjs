// The editor's page in a real browser, and what may be done on it.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { browserArguments, findBrowser } from '../browser.mjs';
import { removeOnLeave } from './leave.mjs';

const PATIENCE_MS = 90_000;
const LOAD_MS = 300_000;
const STATUS_TITLE = 'Sluice Status';

/** By what a browser says of itself the editor tells which keys a person has. */
const AGENTS = {
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
};

/** Opens a browser with an empty profile and one page; with the keys of another system where one is named. */
export async function openPage({ viewport = { width: 1280, height: 1200 }, keys } = {}) {
  // Not at the top: this file is read before the dependencies are installed.
  const { chromium } = await import('playwright-core');
  const profile = mkdtempSync(join(tmpdir(), 'sluice-browser-'));
  const remove = removeOnLeave(profile);
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: browserArguments,
    viewport,
    ...(keys && { userAgent: AGENTS[keys] }),
    permissions: ['clipboard-read', 'clipboard-write'],
    // How this process ends is leave.mjs's business.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  context.setDefaultNavigationTimeout(LOAD_MS);
  const page = context.pages()[0] ?? (await context.newPage());
  const close = async () => {
    await context.close();
    remove();
  };
  return { page, close };
}

/**
 * The requests a test may make of the page; `target` is undefined for the workbench itself, else a webview:
 * 'status' for the status view's, `{ panel: title }` for the visible one of an editor tab.
 */
export function actionsOn(page) {
  const all = async ({ target, selector, timeout }) =>
    (target ? await findFrame(page, target, timeout) : page).locator(selector);
  const at = async ask => (await all(ask)).first();
  return {
    click: async ask => {
      // What the pointer hovers over may have a tooltip that covers what is wanted.
      await page.mouse.move(0, 0);
      await (await at(ask)).click();
    },
    fill: async ask => (await at(ask)).fill(ask.text),
    press: async ({ key, ...ask }) => (ask.selector ? (await at(ask)).press(key) : page.keyboard.press(key)),
    async shown(ask) {
      for (;;) {
        const frame = ask.target ? await findFrame(page, ask.target, ask.timeout) : page.mainFrame();
        const waiting = frame.locator(ask.selector).first().waitFor({ state: 'visible', timeout: ask.timeout });
        const failed = await waiting.then(
          () => undefined,
          error => error,
        );
        if (failed === undefined) return;
        // A view that is moved gets a new frame: the old one was on its way out.
        if (!frame.isDetached()) throw failed;
      }
    },
    gone: async ask => (await at(ask)).waitFor({ state: 'hidden', timeout: ask.timeout }),
    height: async ask => (await (await at(ask)).boundingBox())?.height ?? 0,
    texts: async ask => (await all(ask)).allInnerTexts(),
    webviews: () => webviews(page).then(found => found.map(({ title, view, visible }) => ({ title, view, visible }))),
  };
}

/** The inner frame of every webview of ours with what tells it from the others. */
async function webviews(page) {
  const inner = page.frames().filter(frame => frame.parentFrame()?.parentFrame() === page.mainFrame());
  const known = await Promise.all(
    inner.map(async frame => {
      try {
        const element = await frame.frameElement();
        const [id, title] = await element.evaluate(node => [node.id, node.title]);
        const visible = await (await frame.parentFrame().frameElement()).isVisible();
        const query = new URL(frame.parentFrame().url()).searchParams;
        const ours = query.get('extensionId') === 'sluice.sluice' && id === 'active-frame';
        // The editor leaves the purpose out when a view was made while it was hidden.
        const view = query.get('purpose') === 'webviewView' || title === STATUS_TITLE;
        return { frame, title, view, visible, ours };
      } catch {
        // A frame on its way out; the next look will not see it.
        return { ours: false };
      }
    }),
  );
  return known.filter(({ ours }) => ours);
}

async function findFrame(page, target, timeout = PATIENCE_MS) {
  const wanted = ({ title, view, visible }) =>
    visible && (target === 'status' ? view : !view && title.includes(target.panel));
  for (const until = Date.now() + timeout; ; await sleep(100)) {
    const all = await webviews(page);
    const found = all.find(wanted);
    if (found) return found.frame;
    if (Date.now() > until)
      throw new Error(
        `No visible webview ${JSON.stringify(target)}; there are: ${all.map(spell).join(', ') || 'none'}.`,
      );
  }
}

const spell = ({ title, view, visible }) => `${view ? 'status' : JSON.stringify(title)}${visible ? '' : ' (hidden)'}`;
