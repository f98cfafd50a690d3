import { destroysRemote, lasts, sends } from '../acts.ts';
import { each, type Node, none, words } from '../table.ts';
import { family, json, oneItem, reads, repo, savesOver, web } from './reads.ts';

/** gh-run(1): `-w` chooses a workflow in `list` and opens a browser in `view`. */
const run = family(
  'run',
  {
    ...each(
      'list ls',
      reads([
        repo,
        json,
        {
          flag: ['-a --all'],
          value: [
            '-b --branch',
            '-c --commit',
            '-e --event',
            '-L --limit',
            '-s --status',
            '-u --user',
            '-w --workflow',
            '--created',
          ],
        },
      ]),
    ),
    view: reads(
      [
        repo,
        json,
        web,
        {
          flag: ['-v --verbose', '--exit-status', '--log', '--log-failed'],
          value: ['-a --attempt', '-j --job'],
        },
      ],
      words(1, 1),
      { forms: [{ takes: words(1, 1) }, { with: ['--job'], takes: none }] },
    ),
    watch: lasts('waits until the run ends; a panel of run view refreshes by itself'),
    cancel: sends('cancels a run'),
    delete: destroysRemote('deletes a run'),
    download: savesOver('saves artifacts as files, over those of the same name'),
    rerun: sends('starts a run again'),
  },
  repo,
);

const workflow = family(
  'workflow',
  {
    ...each('list ls', reads([repo, json, { flag: ['-a --all'], value: ['-L --limit'] }])),
    view: reads([repo, web, { flag: ['-y --yaml'], value: ['-r --ref'] }], words(1, 1)),
    disable: sends('disables a workflow'),
    enable: sends('enables a workflow'),
    run: destroysRemote('starts a workflow, which may do anything'),
  },
  repo,
);

const cache = family(
  'cache',
  {
    ...each(
      'list ls',
      reads([repo, json, { value: ['-k --key', '-L --limit', '-O --order', '-r --ref', '-S --sort'] }]),
    ),
    delete: destroysRemote('deletes caches'),
  },
  repo,
);

/** gh-agent-task(1): tasks that run on GitHub. */
const agentTask = family('agent-task', {
  ...each('list ls', reads([json, web, { value: ['-L --limit'] }])),
  view: reads(
    [
      repo,
      json,
      web,
      { flag: ['--log'], acts: { '--follow': lasts('waits for more of the log; a panel refreshes by itself') } },
    ],
    oneItem,
  ),
  create: destroysRemote('starts an agent, which may change anything in the repository'),
});

export const actions: Record<string, Node> = {
  ...each('agent-task agent-tasks agent agents', agentTask),
  cache,
  run,
  workflow,
};
