import { finishRun, rerun } from './changes/actions.ts';
import { addComment, closeIssue, reopenIssue } from './changes/conversations.ts';
import { addReview } from './changes/pulls.ts';
import { Clock } from './clock.ts';
import { addEngine, type Engine } from './engine.ts';
import { type LocalGitHub, startGitHub } from './server.ts';

const CHANGE_EVERY_MS = 45_000;

/** What people do in turn while somebody looks at the demo. */
const CHANGES: readonly ((state: LocalGitHub['state'], engine: Engine) => void)[] = [
  (state, { singing }) => (singing.status === 'COMPLETED' ? rerun(state, singing) : finishRun(state, singing)),
  (state, { jam, grace }) => addComment(state, jam, grace, 'It rained again, and it jammed again.'),
  (state, { fugue, edsger }) => addReview(state, fugue, edsger, { state: 'APPROVED' }),
  (state, { jam, ada }) => (jam.state === 'OPEN' ? closeIssue(state, jam, ada) : reopenIssue(state, jam)),
];

/** The local GitHub of `npm start`: for the repository named first, until its standard input ends; `--busy` for a change now and then. */
async function main([folder = '', ...flags]: readonly string[]): Promise<void> {
  const threeDaysAgo = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000).toISOString();
  const github = await startGitHub({ clock: new Clock(threeDaysAgo) });
  const engine = addEngine(github, folder);
  github.clock.run();
  const { socket, url, ssh, stop } = github;
  console.log(JSON.stringify({ socket, url, ssh, token: engine.token }));
  let turn = 0;
  const changing = setInterval(() => {
    if (!flags.includes('--busy')) return;
    CHANGES[turn % CHANGES.length]?.(github.state, engine);
    turn += 1;
  }, CHANGE_EVERY_MS);
  process.stdin.resume().on('end', () => {
    clearInterval(changing);
    void stop().then(() => process.exit(0));
  });
}

await main(process.argv.slice(2));
