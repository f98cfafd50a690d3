import type { Git } from '../../../git/writer.ts';

/**
 * Commits and tags in a pack that is itself a blob. There they live on without a ref, which `git log --all`, graphs and
 * pickers would show; their trees are held by a tree, and of a commit nothing else is needed.
 */
export async function packCommits(git: Git, workTree: string, oids: readonly string[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await git.write(['pack-objects', '--stdout', '-q'], workTree, {
    input: Buffer.from(`${oids.join('\n')}\n`),
    take: chunk => void chunks.push(chunk),
  });
  return Buffer.concat(chunks);
}

/** From so many objects on git leaves them in the pack, as it does with what it fetches. */
const UNPACK_LIMIT = 100;
const COUNT_AT = 8;

/** Brings commits back from such a blob; those that are there already stay as they are. */
export async function unpackCommits(git: Git, workTree: string, pack: Buffer): Promise<void> {
  const few = pack.readUInt32BE(COUNT_AT) < UNPACK_LIMIT;
  await git.write(few ? ['unpack-objects', '-q'] : ['index-pack', '--stdin'], workTree, { input: pack });
}
