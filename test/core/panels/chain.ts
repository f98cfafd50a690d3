import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeOf } from '../../../src/core/change.ts';
import { classify } from '../../../src/core/command/classify.ts';
import { isReadOnly } from '../../../src/core/command/command.ts';
import { parse } from '../../../src/core/command/parse.ts';
import { createLivePanels } from '../../../src/core/panels/live.ts';
import { createPanelStore } from '../../../src/core/panels/store.ts';
import { createRepositories } from '../../../src/core/repository/repositories.ts';
import { makeRunner } from '../git/fixture.ts';
import { git } from '../git/support.ts';
import { stopAfter, unexpected, until, watchTree } from '../repository/watch/support.ts';

/** Everything from the disk's events to what a panel shows, as a window has it; `folder` holds what is not a repository. */
export async function makeChain(folder: string, roots: readonly string[]) {
  const count = join(folder, 'processes');
  const counting = join(folder, 'counting-git');
  writeFileSync(count, '');
  writeFileSync(counting, `#!/bin/sh\necho >> '${count}'\nexec git "$@"\n`);
  chmodSync(counting, 0o755);
  const programs = { git: counting, gh: 'gh' };
  const { runner } = makeRunner(folder, { roots: () => roots, programs: () => programs });
  const contextOf = (cwd = roots[0] ?? '') => ({ roots, cwd });
  const live = createLivePanels({
    runner,
    store: createPanelStore({ folder: join(folder, 'panels'), contextOf, redact: text => text, now: Date.now }),
    host: { now: Date.now, uuid: () => crypto.randomUUID(), reportError: unexpected },
    reportError: unexpected,
  });
  const repositories = createRepositories({ roots: () => roots, watchWorkTree: watchTree, reportError: unexpected });
  repositories.listenTouched(({ root, facets }) => live.touched(changeOf(root, [...facets])));
  stopAfter(repositories.dispose);
  stopAfter(live.dispose);
  await repositories.refresh();

  /** A panel that has run; seen unless it is told not to be. */
  const show = async (text: string, repository = roots[0] ?? '', seen = true): Promise<string> => {
    const parsed = parse('git', text);
    if (!parsed.ok) throw new Error(parsed.message);
    const command = classify('git', parsed.args, contextOf(repository));
    if (!isReadOnly(command)) throw new Error(command.verdict.reason);
    const { opened, done } = live.open(command, repository, { origin: 'palette' });
    if (seen) live.seen(opened.panel.id);
    await done;
    return opened.panel.id;
  };

  const panel = (id: string) => {
    const found = live.panels.find(id);
    if (found === undefined) throw new Error(`${id} is gone`);
    return found;
  };

  /** True when a panel is fresh and shows what git prints now. */
  const isRight = (id: string): boolean => {
    const { live: state, result, command, repository } = panel(id);
    return state.freshness === 'fresh' && result?.stdout === git(repository, ...command.args);
  };

  return {
    live,
    repositories,
    show,
    /** How often a panel was run. */
    runs: (id: string) => panel(id).live.run,
    stdout: (id: string) => panel(id).result?.stdout,
    isRight,
    /** Waits until they are. */
    right: (...ids: string[]) => until(() => ids.every(isRight)),
    processes: () => readFileSync(count, 'utf8').length,
  };
}
