import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GitHubRig, gitHubRig } from './rig.ts';

/** For whoever wants to see it against the real GitHub: a handful of reads, and nothing is written. */
const token = process.env.SLUICE_LIVE_TOKEN;
const host = 'github.com';
const path = 'repos/cli/cli/labels?per_page=100';

describe.skipIf(!token)('the real GitHub', () => {
  let rig: GitHubRig;
  beforeAll(async () => {
    rig = await gitHubRig({ environment: { GITHUB_TOKEN: token ?? '' }, origin: 'https://github.com/cli/cli' });
  });
  afterAll(() => rig.dispose());

  it('answers gh, which shows pull requests of the remote and never the token', async () => {
    const result = await rig.run('gh pr list --limit 3 --json number,title');
    expect(result).toMatchObject({ ok: true });
    expect(JSON.stringify([result, rig.lines])).not.toContain(token);
  });

  it('counts nothing for an answer that has not changed', async () => {
    const { client } = await rig.core.github();
    const first = await client.get(host, path);
    if (first.kind !== 'changed') throw new Error(JSON.stringify(first));
    const again = await client.get(host, path, { etag: first.etag });
    expect(again).toMatchObject({ kind: 'unchanged', rate: { bucket: 'core', remaining: first.rate?.remaining } });
  });
});
