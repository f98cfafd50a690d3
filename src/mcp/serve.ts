import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { withTemporary } from '../core/git/temporary.ts';
import { realOr } from '../core/repository/locate.ts';
import type { McpArguments } from './arguments.ts';
import { createLifetime } from './lifecycle.ts';
import { createSession } from './session.ts';
import { createStdio } from './stdio.ts';

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Serves until the client is gone; then open questions are declined and a write that runs comes to its end. */
export const serve = ({ repositories, terms }: McpArguments): Promise<number> =>
  withTemporary('mcp', async scratch => {
    const lifetime = createLifetime();
    // Of a client that is gone nobody reads what went wrong either; a write that runs comes to its end all the same.
    process.stderr.on('error', () => {});
    const here = await realOr(process.cwd());
    const session = createSession({
      repositories,
      terms,
      here,
      scratch,
      built: __dirname,
      environment: process.env,
      say,
    });
    const { core, factory, reportError, heard } = session;
    const transport = createStdio({
      ...{ input: process.stdin, output: process.stdout, redact: core.redact, heard, ended: lifetime.end },
    });
    const connection = serveStdio(factory, { transport, onerror: reportError });
    await lifetime.over;
    await session.finish();
    await connection.close();
    session.dispose();
    lifetime.dispose();
    return 0;
  });
