import { programOf } from '../../../../src/core/command/parse.ts';
import { agreeableCore } from './host.ts';

/** A Sluice of its own that runs a command or undoes the last one, and prints what came of it as JSON. To be killed. */
const [folder = '', storage = '', what = '', text = ''] = process.argv.slice(2);
const core = await agreeableCore(folder, storage, process.env, line => void process.stdout.write(`${line}\n`));
const done = await (what === 'undo' ? core.undoLast() : run());
process.stdout.write(`${JSON.stringify({ ...done, told: core.told })}\n`);
core.dispose();

async function run(): Promise<object> {
  const execution = await core.execute(programOf(text), text, { repository: folder, origin: 'cli' });
  return execution.kind === 'ran' ? { kind: execution.kind, result: execution.result } : execution;
}
