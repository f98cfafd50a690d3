import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isReadOnly, type ReadOnlyCommand } from '../../../../src/core/command/command.ts';
import { classifyText } from '../../../../src/core/command/tables.ts';
import { notRun } from '../../../../src/core/git/result.ts';
import { createGitHubClient } from '../../../../src/core/github/create-client.ts';
import { createPanelPolling } from '../../../../src/core/github/poll/panel-polling.ts';
import { createPollFiles } from '../../../../src/core/github/poll/poll-files.ts';
import { createPoller } from '../../../../src/core/github/poll/poller.ts';
import { createSharedPoller } from '../../../../src/core/github/poll/shared-poller.ts';
import { createLivePanels } from '../../../../src/core/panels/live.ts';
import { createPanelStore } from '../../../../src/core/panels/store.ts';
import { watchFolders } from '../../../../src/core/repository/watch/watch-folders.ts';

/**
 * A window as a process of its own, with one panel that is seen: it prints `run` for every run of it. Its clock goes
 * faster, in step with that of the others.
 */
const [folder = '', apiUrl = '', secret = '', begun = '', speed = '1'] = process.argv.slice(2);
const now = () => Number(begun) + (Date.now() - Number(begun)) * Number(speed);
const reportError = (error: unknown) => void process.stderr.write(`${String(error)}\n`);

const tokens = {
  accountOf: () => undefined,
  inUse: async (host: string) => ({
    facts: { host, source: 'environment', kind: 'classic', last4: '', state: 'accepted' } as const,
    fingerprint: 'one',
    secret,
  }),
  judge() {},
  listen: () => () => {},
};
const read = async () => {
  process.stdout.write('run\n');
  const { failure: _, ...result } = { ...notRun('exit-code', ''), ok: true, exitCode: 0, stdout: 'output\n' };
  return result;
};
const windowId = randomUUID();
const common = { now, reportError };
const live = createLivePanels({
  runner: { read },
  store: createPanelStore({ folder: join(folder, windowId), contextOf: () => undefined, redact: text => text, now }),
  host: { ...common, uuid: randomUUID },
  reportError,
});
createPanelPolling({
  ...{ ...common, panels: live, tokens, windowId, trusted: () => true, redact: text => text },
  findProbes: async () => ({
    host: 'github.com',
    paths: ['repos/octo/demo/issues?per_page=100'],
    mayLag: [],
    churning: [],
  }),
  costOf: () => ({ graphql: 1 }),
  placeOf: async () => ({ host: 'github.com', owner: undefined }),
  share(host, fingerprint, polled) {
    const files = createPollFiles(join(folder, 'github', fingerprint), windowId);
    const client = createGitHubClient({ tokens, apiUrl });
    const poller = createPoller({ host, client, files, now, chance: Math.random, written: polled });
    return createSharedPoller({
      ...{ ...common, files, poller, polled },
      after(ms, run) {
        const timer = setTimeout(run, ms / Number(speed));
        return () => clearTimeout(timer);
      },
      watch(watched, changed) {
        const folders = watchFolders(({ name }) => changed(name), reportError);
        folders.add(watched);
        return folders.close;
      },
    });
  },
});

const classified = classifyText('gh', 'gh issue list -R octo/demo', { roots: [folder], cwd: folder });
if (!classified.ok || !isReadOnly(classified.command)) throw new Error('That is no read.');
const { opened } = live.open(classified.command as ReadOnlyCommand, folder, { origin: 'palette' });
live.seen(opened.panel.id);
