import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { type OpenPage, openStage, type Stage } from '../gallery/browser.ts';

interface Schema {
  safeParse(message: unknown): { readonly success: boolean };
}

/**
 * A browser for the tests of a file. After each of them the page it opened is closed: it must have had no error, and
 * whatever it said must be something its host understands.
 */
export function useStage(opened: () => OpenPage, host: Schema): Pick<Stage, 'open'> {
  let stage: Stage;
  // The first one waits for the pages to be built.
  beforeAll(async () => {
    stage = await openStage();
  }, 60_000);
  afterEach(async () => {
    const posts = await opened().posted();
    await opened().close();
    expect(opened().errors).toEqual([]);
    expect(posts.filter(post => !host.safeParse(post).success)).toEqual([]);
  });
  afterAll(() => stage.close());
  return { open: (page, options) => stage.open(page, options) };
}
