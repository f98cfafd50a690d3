import { ask } from './wire.ts';

/** Where something is done: the workbench itself, or the page inside a webview. */
export interface Surface {
  click(selector: string): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
  press(key: string, selector?: string): Promise<void>;
  /** Waits until it is seen. */
  shown(selector: string): Promise<void>;
  /** Waits until it is not seen. */
  gone(selector: string): Promise<void>;
  /** The height of what is seen of the first that matches, now. */
  height(selector: string): Promise<number>;
  /** The texts of all that match, now. */
  texts(selector: string): Promise<readonly string[]>;
}

type Target = 'status' | { readonly panel: string } | undefined;

function surface(target: Target): Surface {
  const act = async (action: string, details: Readonly<Record<string, unknown>>) => {
    await ask(action, { target, ...details });
  };
  return {
    click: selector => act('click', { selector }),
    fill: (selector, text) => act('fill', { selector, text }),
    press: (key, selector) => act('press', { key, selector }),
    shown: selector => act('shown', { selector }),
    gone: selector => act('gone', { selector }),
    height: async selector => Number(await ask('height', { target, selector })),
    texts: async selector => strings(await ask('texts', { target, selector })),
  };
}

/** The workbench around the webviews. */
export const workbench = surface(undefined);

/** The page inside the status view. */
export const statusPage = surface('status');

/** The page inside the visible result panel whose tab's title has `title` in it. */
export const panelPage = (title: string): Surface => surface({ panel: title });

/** Takes a picture of the window for people to look at, in reports/<launch>; it comes with a number. */
export async function picture(name: string): Promise<void> {
  await ask('picture', { name });
}

export interface Webview {
  readonly title: string;
  readonly view: boolean;
  readonly visible: boolean;
}

/** Every webview of ours, hidden ones too. */
export async function webviews(): Promise<readonly Webview[]> {
  const found = await ask('webviews');
  if (!Array.isArray(found)) throw new Error('webviews: no list');
  return found.map(({ title, view, visible }) => ({
    title: String(title),
    view: view === true,
    visible: visible === true,
  }));
}

function strings(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new Error('texts: no list');
  return value.map(String);
}
