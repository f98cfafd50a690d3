import { join } from 'node:path';
import Mocha from 'mocha';
import { commands, workspace } from 'vscode';
import { eventually } from './eventually.ts';
import { ask, hasPage } from './wire.ts';

/** Longer than several waits in a row, so that the wait that fails can say what it waited for. */
const TEST_MS = 600_000;

/** The editor's own git extension shares our process, and throws when a folder goes while it asks git: no test of ours failed. */
const OF_ANOTHER = /[\\/]extensions[\\/]git[\\/]dist[\\/]main\.js/;

/** Has uncaught errors fail the test that runs, unless another extension threw them. */
function leaveOthersErrorsAlone(): void {
  const runner = Mocha.Runner.prototype as unknown as { _uncaught(error: unknown): void };
  const fail = runner._uncaught;
  runner._uncaught = function (error) {
    if (error instanceof Error && OF_ANOTHER.test(error.stack ?? '')) console.warn(error);
    else fail.call(this, error);
  };
}

/** On a busy machine the editor sometimes opens a .code-workspace file without its folders, and then for good. */
async function hasItsFolders(): Promise<boolean> {
  const { workspaceFile } = workspace;
  if (workspaceFile === undefined || workspaceFile.scheme === 'untitled') return true;
  const present = () => (workspace.workspaceFolders ?? []).length > 0;
  return eventually('the folders of the workspace are there', present, 8_000).then(
    () => true,
    () => false,
  );
}

/** The editor's entry point: runs the suites it is told to and tells how each test went. */
export async function run(): Promise<void> {
  if (!(await hasItsFolders())) return void commands.executeCommand('workbench.action.reloadWindow');
  const suites = hasPage ? await ask('begin') : (process.env.SLUICE_SUITES ?? '').split(',');
  if (!Array.isArray(suites)) throw new Error('No suites were named.');
  leaveOthersErrorsAlone();
  const mocha = new Mocha({ ui: 'bdd', timeout: TEST_MS, color: false });
  for (const suite of suites) mocha.addFile(join(__dirname, 'suites', `${suite}.cjs`));
  let passes = 0;
  const failures = await new Promise<number>(done => {
    const told: Promise<unknown>[] = [];
    const tell = (state: string, test: Mocha.Test, error?: Error) =>
      told.push(report(state, test.fullTitle(), error?.stack ?? error?.message));
    mocha
      .run(failed => void Promise.all(told).then(() => done(failed)))
      .on('pass', test => {
        passes += 1;
        tell('passed', test);
      })
      .on('pending', test => tell('skipped', test))
      .on('fail', (test, error) => tell('failed', test, error));
  });
  const next = hasPage ? await ask('done', { passes }) : null;
  if (next === 'reload') await commands.executeCommand('workbench.action.reloadWindow');
  if (failures > 0) throw new Error(`${failures} tests failed.`);
}

async function report(state: string, title: string, error: string | undefined): Promise<void> {
  if (hasPage) await ask('test', { state, title, error });
  else console.log(`${state} ${title}${error === undefined ? '' : `\n${error}`}`);
}
