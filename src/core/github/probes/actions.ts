import * as z from 'zod/mini';
import { type Find, fieldsOf, found, isGiven, limitOf, optionValue, type RepositoryCall } from './call.ts';
import { inRepository, pagesFor, part, pathWith, wholeWrappedList } from './paths.ts';

const WORKFLOWS = z.object({ workflows: z.array(z.object({ id: z.number(), name: z.string(), path: z.string() })) });
const workflowsOf = ({ repository }: RepositoryCall): string =>
  pathWith(inRepository(repository, 'actions/workflows'), { per_page: 100 });

/** The id of a workflow that is named by id, by file or by name. */
async function workflowNamed(call: RepositoryCall, word: string): Promise<number | undefined> {
  if (/^\d+$/.test(word)) return Number(word);
  const list = await call.look(workflowsOf(call), WORKFLOWS);
  const same = list?.workflows.filter(
    ({ name, path }) => path.split('/').at(-1) === word || name.toLowerCase() === word.toLowerCase(),
  );
  return same?.length === 1 ? same[0]?.id : undefined;
}

/** Options of `run list` and the parameters they become. */
const FILTERS = {
  '--branch': 'branch',
  '--commit': 'head_sha',
  '--created': 'created',
  '--event': 'event',
  '--status': 'status',
  '--user': 'actor',
} as const;

/** The same question that gh asks, and the names of the workflows. */
export const runList: Find<RepositoryCall> = async call => {
  const workflow = optionValue(call, '--workflow');
  const id = workflow === undefined ? undefined : await workflowNamed(call, workflow);
  if (workflow !== undefined && id === undefined) return undefined;
  const query = Object.fromEntries(
    Object.entries(FILTERS).map(([name, parameter]) => [parameter, optionValue(call, name)]),
  );
  const list = inRepository(call.repository, id === undefined ? 'actions/runs' : `actions/workflows/${part(id)}/runs`);
  const paths = pagesFor(limitOf(call), list, query);
  return found(paths && [...paths, workflowsOf(call)]);
};

const JOB = z.object({ run_id: z.number() });

/** Annotations hang on each job, and the number of the pull request on its branch. */
export const runView: Find<RepositoryCall> = async call => {
  const { look, repository, words } = call;
  const job = optionValue(call, '--job');
  const of = (path: string) => inRepository(repository, `actions/${path}`);
  const mayLag =
    fieldsOf(call) === undefined && !isGiven(call, '--log', '--log-failed') ? ['annotations', 'pull request'] : [];
  if (job !== undefined) {
    const path = of(`jobs/${part(job)}`);
    const run = (await look(path, JOB))?.run_id;
    return run === undefined ? undefined : { paths: [path, of(`runs/${part(run)}`)], mayLag };
  }
  const [run = ''] = words.positionals;
  const attempt = optionValue(call, '--attempt');
  const self = of(`runs/${part(run)}${attempt === undefined ? '' : `/attempts/${part(attempt)}`}`);
  const jobs = await wholeWrappedList(look, `${self}/jobs`);
  return found(jobs && [self, ...jobs, pathWith(of(`runs/${part(run)}/artifacts`), { per_page: 100 })], mayLag);
};

export const workflowView: Find<RepositoryCall> = async call => {
  const { repository, words } = call;
  const id = await workflowNamed(call, words.positionals[0] ?? '');
  if (id === undefined || isGiven(call, '--yaml')) return undefined;
  const self = inRepository(repository, `actions/workflows/${part(id)}`);
  return { paths: [self, ...(pagesFor(1, `${self}/runs`) ?? [])] };
};
