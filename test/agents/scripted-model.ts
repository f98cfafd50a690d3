import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OfferedTool, type Saying, WIRE_FORMATS } from './wire-formats.ts';

/** What the model does next: it calls the shell or a tool of a server, or says something and is done. */
export type Step =
  | { readonly shell: string }
  | { readonly tool: string; readonly input: object }
  | { readonly say: string };

/** A model on the loopback that goes by a script, in the wire format of whoever asks. */
export interface ScriptedModel {
  readonly address: string;
  /** What the client has told it of its calls so far, in their order. */
  readonly told: () => readonly string[];
  /** The names of all tools that it was offered. */
  readonly offered: () => ReadonlySet<string>;
  close(): void;
}

const SHELLS = ['Bash', 'bash', 'run_shell_command', 'exec_command', 'shell_command'];

/** The step is chosen by how many results a request carries: one that is sent again does no harm. */
export async function startModel(script: readonly Step[]): Promise<ScriptedModel> {
  let told: readonly string[] = [];
  const offered = new Set<string>();
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', chunk => chunks.push(chunk));
    incoming.on('end', () => {
      const { pathname } = new URL(incoming.url ?? '', 'http://127.0.0.1');
      const format = WIRE_FORMATS.find(({ path }) => path.test(pathname));
      if (format === undefined) return void response.writeHead(404).end('{}');
      const body = JSON.parse(Buffer.concat(chunks).toString());
      const { tools, results } = format.read(body);
      for (const { name } of tools) offered.add(name);
      if (results.length >= told.length) told = results;
      const hasShell = tools.some(({ name }) => SHELLS.includes(name));
      // A request without tools is about a title or a summary.
      const step: Step = hasShell ? (script[results.length] ?? { say: 'DONE' }) : { say: 'ok' };
      format.answer(response, sayingOf(step, tools, results.length), body.stream === true || /stream/.test(pathname));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    told: () => told,
    offered: () => offered,
    close: () => void server.close(),
  };
}

function sayingOf(step: Step, tools: readonly OfferedTool[], at: number): Saying {
  if ('say' in step) return { text: step.say };
  const isIt = ({ name }: OfferedTool) => ('shell' in step ? SHELLS.includes(name) : name.endsWith(step.tool));
  const tool = tools.find(isIt);
  if (tool === undefined) return { text: `There is no tool for ${JSON.stringify(step)}.` };
  const id = `call_${at}`;
  if (!('shell' in step)) return { call: { id, tool, input: step.input } };
  const { properties = {} } = tool.schema;
  const line = 'cmd' in properties ? { cmd: step.shell } : { command: step.shell };
  return { call: { id, tool, input: { ...line, ...('description' in properties && { description: 'scripted' }) } } };
}
