import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { discover, type Repository } from '../core/repository/discover.ts';
import { openCallsFolder } from '../core/user-state.ts';
import type { SnapshotRequest } from '../hook/save-before.ts';
import { clockTime } from '../shared/relative-time.ts';
import { EXIT } from './exit.ts';
import { say } from './say.ts';
import { TEXT } from './text.ts';
import { withCore } from './with-core.ts';

const request = z.object({
  event: z.enum(['session', 'before', 'after']),
  client: z.string(),
  call: z.string().check(z.regex(/^[\da-f]{24}$/)),
  cwd: z.string(),
  line: z.string(),
});

/** `sluice agent-snapshot`, which the hook calls: saves what is there, or notes what a call changed. Prints only what failed. */
export async function agentSnapshot(input: AsyncIterable<Buffer>): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(chunk);
  const asked: SnapshotRequest = request.parse(JSON.parse(Buffer.concat(chunks).toString()));
  const found = await discover(asked.cwd);
  // Outside of a repository there is nothing to save.
  return found.ok ? save(asked, found.repository) : 0;
}

function save({ event, client: actor, call, line }: SnapshotRequest, repository: Repository): Promise<number> {
  const marker = join(openCallsFolder(process.env), call);
  return withCore(repository.workTree, async ({ git, writes }, signal) => {
    if (event === 'session') {
      const status = await git.readOrThrow(['status', '--porcelain', '-z'], repository.workTree);
      if (status === '') return 0;
      const label = TEXT.beforeAgent(actor, clockTime(new Date()));
      const saved = await (await writes()).checkpoints.save({ repository, origin: 'agent', actor, label, signal });
      return saved.ok ? 0 : say(saved.message, EXIT.failed);
    }
    const { checkpoints } = await writes();
    if (event === 'before') {
      const saved = await checkpoints.beforeCall({ repository, call, line, actor, signal });
      if (saved === undefined) return EXIT.failed;
      await mkdir(openCallsFolder(process.env), { recursive: true, mode: 0o700 });
      await writeFile(marker, '', { mode: 0o600 });
      return 0;
    }
    await checkpoints.afterCall(repository, call);
    await rm(marker, { force: true });
    return 0;
  });
}
