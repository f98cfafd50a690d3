import '../ui/base.css';
import './theme.css';
import * as z from 'zod/mini';
import { type FromApp, toApp } from '../../src/protocol/mcp-app.ts';
import { createAppPage } from './page.ts';

// Without this zod tries whether it may compile code at run time, which the page's policy forbids.
z.config({ jitless: true });

/** Nothing that is sent is a secret from whoever shows the page, and the page cannot know who that is. */
const post = (message: FromApp) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

const page = createAppPage(post);
document.querySelector('#app')?.replaceChildren(...page.elements);
window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent) return;
  // Clients say more than the page listens to.
  const message = toApp.safeParse(data);
  if (message.success) page.receive(message.data);
});
page.start();
