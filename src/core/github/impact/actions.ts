import * as z from 'zod/mini';
import { inForce } from '../../command/table.ts';
import { type Impact, unknownImpact } from '../../writes/impact/impact.ts';
import { named, quotedNames } from '../../writes/impact/wording.ts';
import { below, find } from './ask.ts';
import { type GhLine, type GhPlace, type GhWrite, ghWrite } from './record.ts';
import { inRepository } from './subject.ts';
import { loginOf, NOT_REVERTED, notThere, onGitHub, revertBy, titled } from './wording.ts';

const runSchema = z.object({
  id: z.number(),
  name: z.nullable(z.string()),
  display_title: z.string(),
  event: z.string(),
  status: z.nullable(z.string()),
  conclusion: z.nullable(z.string()),
  head_branch: z.nullable(z.string()),
  run_attempt: z.number(),
  actor: z.nullable(z.object({ login: z.string() })),
});
type Run = z.infer<typeof runSchema>;

const describedRun = ({ id, name, display_title, head_branch, actor, event }: Run): string =>
  `run ${id} of ${titled(name ?? 'a workflow')} (${titled(display_title)}, ${event}${head_branch === null ? '' : ` on ${titled(head_branch)}`}, by ${loginOf(actor)})`;
const standing = ({ status, conclusion }: Run): string => conclusion ?? status ?? 'not known';

const withRun =
  (impactOf: (line: GhLine, place: GhPlace, run: Run) => Impact): GhWrite['impact'] =>
  async (line, place) => {
    const [id = ''] = line.words;
    if (!/^\d+$/.test(id)) return unknownImpact('Sluice cannot tell which run this is about.');
    const run = await find(place, below(place.repository, 'actions', 'runs', id), runSchema);
    return run === undefined
      ? notThere(place.repository, `run ${id} in ${inRepository(place)}`)
      : impactOf(line, place, run);
  };

const cancelling = withRun((_line, { repository }, run) =>
  onGitHub(repository, {
    refused: run.status === 'completed',
    sentences: [
      ...(run.status === 'completed' ? [`GitHub would refuse: it has ended (${standing(run)}).`] : []),
      `Cancels ${describedRun(run)}.`,
    ],
    state: [run.id, run.run_attempt, standing(run)],
    reverts: run.status === 'completed' ? [] : [revertBy(repository, 'run', 'rerun', String(run.id))],
  }),
);

const rerunning = withRun(({ walked }, { repository }, run) =>
  onGitHub(repository, {
    refused: run.status !== 'completed',
    sentences: [
      ...(run.status === 'completed' ? [] : [`GitHub would refuse: it has not ended (${standing(run)}).`]),
      `Starts ${inForce(walked, '--failed') ? 'the failed jobs of ' : ''}${describedRun(run)} again; it ended with ${standing(run)}.`,
      'It runs with the secrets of the repository, and may do whatever its workflow does.',
    ],
    state: [run.id, run.run_attempt, standing(run)],
    reverts: [revertBy(repository, 'run', 'cancel', String(run.id))],
  }),
);

const deleting = withRun((_line, { repository }, run) =>
  onGitHub(repository, {
    harms: [`${describedRun(run)} would be deleted with its logs`],
    sentences: [NOT_REVERTED],
    state: [run.id, run.run_attempt, standing(run)],
  }),
);

const workflowSchema = z.object({ id: z.number(), name: z.string(), path: z.string(), state: z.string() });
type Workflow = z.infer<typeof workflowSchema>;

/** gh takes a file, an id, or a name, which only the list knows. */
async function workflowOf(place: GhPlace, word: string): Promise<Workflow | undefined> {
  const path = below(place.repository, 'actions', 'workflows');
  if (/^\d+$|\.ya?ml$/i.test(word)) return find(place, `${path}/${encodeURIComponent(word)}`, workflowSchema);
  const list = z.object({ workflows: z.array(workflowSchema) });
  const { workflows = [] } = (await find(place, `${path}?per_page=100`, list)) ?? {};
  return workflows.find(({ name }) => name.toLowerCase() === word.toLowerCase());
}

const withWorkflow =
  (impactOf: (line: GhLine, place: GhPlace, workflow: Workflow) => Impact): GhWrite['impact'] =>
  async (line, place) => {
    const [word = ''] = line.words;
    if (word === '') return unknownImpact('gh would ask which workflow.');
    const workflow = await workflowOf(place, word);
    return workflow === undefined
      ? notThere(place.repository, `workflow ${titled(word)} in ${inRepository(place)}`)
      : impactOf(line, place, workflow);
  };

const describedWorkflow = ({ name, path }: Workflow): string => `the workflow ${titled(name)} (${titled(path)})`;

const enabling = (enables: boolean) =>
  withWorkflow((_line, place, workflow) => {
    const is = workflow.state === 'active';
    const { repository } = place;
    return onGitHub(repository, {
      sentences: [
        is === enables
          ? `${inRepository(place)} has ${describedWorkflow(workflow)} ${is ? 'enabled' : 'disabled'} already.`
          : `${enables ? 'Enables' : 'Disables'} ${describedWorkflow(workflow)} in ${inRepository(place)}${enables ? '' : ': it runs no more'}.`,
      ],
      state: [workflow.id, workflow.state],
      reverts:
        is === enables ? [] : [revertBy(repository, 'workflow', enables ? 'disable' : 'enable', String(workflow.id))],
    });
  });

const starting = withWorkflow(({ walked }, place, workflow) => {
  const ref = walked.options.get('--ref');
  const inputs = walked.found.flatMap(({ option, value }) =>
    (option.name === '--field' || option.name === '--raw-field') && value !== undefined
      ? [value.split('=', 1)[0] ?? '']
      : [],
  );
  const off = workflow.state !== 'active';
  return onGitHub(place.repository, {
    refused: off,
    sentences: [
      ...(off ? ['GitHub would refuse: it is disabled.'] : []),
      `Starts ${describedWorkflow(workflow)} on ${typeof ref === 'string' ? titled(ref) : 'the default branch'} of ${inRepository(place)}.`,
      ...(inputs.length === 0 ? [] : [`With the inputs ${quotedNames(inputs)}.`]),
      'It runs with the secrets of the repository, and may do whatever it is written to do.',
      NOT_REVERTED,
    ],
    state: [workflow.id, workflow.state],
  });
});

const cacheSchema = z.object({
  actions_caches: z.array(z.object({ id: z.number(), key: z.string(), ref: z.string() })),
});

const deletingCaches: GhWrite['impact'] = async ({ walked, words: [word = ''] }, place) => {
  const path = `${below(place.repository, 'actions', 'caches')}?per_page=100`;
  const { actions_caches: all = [] } = (await find(place, path, cacheSchema)) ?? {};
  const gone = inForce(walked, '--all') ? all : all.filter(({ id, key }) => key === word || String(id) === word);
  if (gone.length === 0) return notThere(place.repository, `cache ${titled(word)} in ${inRepository(place)}`);
  return onGitHub(place.repository, {
    harms: [`the caches ${named(gone.map(({ key, ref }) => `${titled(key)} of ${titled(ref)}`))} would be deleted`],
    sentences: ['A later run makes them anew.'],
    state: gone.map(({ id }) => id),
  });
};

export const actions: Readonly<Record<string, GhWrite>> = {
  'cache delete': ghWrite({
    options: { flag: ['-a --all', '--succeed-on-no-caches'] },
    impact: deletingCaches,
    examples: { destructive: ['gh cache delete npm-linux', 'gh cache delete --all'] },
  }),
  'run cancel': ghWrite({
    options: { flag: ['--force'] },
    impact: cancelling,
    examples: { remote: ['gh run cancel 7'] },
  }),
  'run delete': ghWrite({ impact: deleting, examples: { destructive: ['gh run delete 7'] } }),
  'run rerun': ghWrite({
    options: { flag: ['-d --debug', '--failed'], value: ['-j --job'] },
    impact: rerunning,
    examples: { remote: ['gh run rerun 7 --failed'] },
  }),
  'workflow disable': ghWrite({ impact: enabling(false), examples: { remote: ['gh workflow disable ci.yml'] } }),
  'workflow enable': ghWrite({ impact: enabling(true), examples: { remote: ['gh workflow enable ci.yml'] } }),
  'workflow run': ghWrite({
    options: { flag: ['--json'], value: ['-F --field', '-f --raw-field', '-r --ref'] },
    impact: starting,
    examples: { destructive: ['gh workflow run ci.yml --ref main'] },
  }),
};
