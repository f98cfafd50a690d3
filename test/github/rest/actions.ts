import { cancelRun, jobsOf, rerun, startRun } from '../changes/actions.ts';
import { Refusal } from '../refusal.ts';
import { inRange } from '../search/query.ts';
import type { Job, Run, Workflow } from '../state/types.ts';
import { zipOf } from '../zip.ts';
import { renderJob, renderRun, renderWorkflow } from './render-actions.ts';
import { one, type RestRequest, type Routes, repositoryOf, text, viewerOf } from './router.ts';

const read = { actions: 'read' } as const;
const write = { actions: 'write' } as const;

const runOf = (request: RestRequest): Run =>
  one(repositoryOf(request).runs.find(({ databaseId }) => databaseId === Number(request.params.run)));
const jobOf = (request: RestRequest): Job =>
  one(
    repositoryOf(request)
      .runs.flatMap(({ jobs }) => jobs)
      .find(({ databaseId }) => databaseId === Number(request.params.job)),
  );
const workflowOf = (request: RestRequest): Workflow => {
  const name = request.params.workflow ?? '';
  return one(
    repositoryOf(request).workflows.find(
      ({ databaseId, path }) => `${databaseId}` === name || path.split('/').at(-1) === name,
    ),
  );
};

/** Runs newest first, as the query filters them. */
function listRuns(request: RestRequest, workflow?: Workflow) {
  const { query } = request;
  const [branch, event, status, actor, sha, created] = [
    'branch',
    'event',
    'status',
    'actor',
    'head_sha',
    'created',
  ].map(name => query.get(name));
  const items = repositoryOf(request)
    .runs.filter(
      run =>
        (workflow === undefined || run.workflow === workflow) &&
        (!branch || run.headBranch === branch) &&
        (!event || run.event === event) &&
        (!status || run.status.toLowerCase() === status || run.conclusion?.toLowerCase() === status) &&
        (!actor || run.actor.login === actor) &&
        (!sha || run.headOid === sha) &&
        (!created || inRange(run.createdAt, created)),
    )
    .reverse();
  return { list: { items, render: renderRun, key: 'workflow_runs' } };
}

/** Lines of a step's log with the time GitHub puts before each. */
const lines = (job: Job, log: string[]): string =>
  log.map(line => `${job.startedAt.replace('Z', '.0000000Z')} ${line}\n`).join('');

/** The archive of a run's logs: a file a job, and a folder a job with a file a step. */
export function logArchive(run: Run, attempt = run.attempt): Buffer {
  const files = new Map<string, string>();
  for (const [at, job] of jobsOf(run, attempt).entries()) {
    files.set(`${at}_${job.name}.txt`, job.steps.map(step => lines(job, step.log)).join(''));
    for (const step of job.steps) files.set(`${job.name}/${step.number}_${step.name}.txt`, lines(job, step.log));
  }
  return zipOf(files);
}

/** Logs are elsewhere: an address that says by itself who may read it. */
const redirect = (request: RestRequest, path: string) => {
  const host = request.origin.startsWith('https://')
    ? 'https://results-receiver.actions.githubusercontent.com'
    : request.origin;
  return { status: 302, headers: { location: `${host}/_signed/${path}?sig=abc` } };
};

function logsOf(request: RestRequest, attempt?: number) {
  const run = runOf(request);
  if (run.status !== 'COMPLETED' && attempt === undefined) throw new Refusal(404, 'Not Found');
  return redirect(request, `logs/${run.repository.databaseId}/${run.databaseId}/${attempt ?? run.attempt}`);
}

/** GitHub Actions: workflows, runs, jobs, logs, caches, secrets and variables. */
export const actions: Routes = {
  'GET repos/:owner/:repo/actions/workflows': {
    needs: read,
    run: request => ({ list: { items: repositoryOf(request).workflows, render: renderWorkflow, key: 'workflows' } }),
  },
  'GET repos/:owner/:repo/actions/workflows/:workflow': {
    needs: read,
    run: request => ({ json: renderWorkflow(workflowOf(request)) }),
  },
  'GET repos/:owner/:repo/actions/workflows/:workflow/runs': {
    query: ['branch', 'event', 'status', 'actor', 'head_sha', 'created', 'exclude_pull_requests'],
    needs: read,
    run: request => listRuns(request, workflowOf(request)),
  },
  'PUT repos/:owner/:repo/actions/workflows/:workflow/enable': {
    needs: write,
    run: request => setWorkflow(request, 'active'),
  },
  'PUT repos/:owner/:repo/actions/workflows/:workflow/disable': {
    needs: write,
    run: request => setWorkflow(request, 'disabled_manually'),
  },
  'POST repos/:owner/:repo/actions/workflows/:workflow/dispatches': {
    needs: write,
    run: request => {
      const workflow = workflowOf(request);
      const branch = (text(request.body.ref) ?? '').replace('refs/heads/', '');
      startRun(request.state, {
        workflow,
        branch,
        actor: viewerOf(request),
        event: 'workflow_dispatch',
        jobs: [{ name: 'build', steps: [{ name: 'Set up job' }] }],
      });
      return { status: 204 };
    },
  },
  'GET repos/:owner/:repo/actions/runs': {
    query: ['branch', 'event', 'status', 'actor', 'head_sha', 'created', 'exclude_pull_requests'],
    needs: read,
    run: request => listRuns(request),
  },
  'GET repos/:owner/:repo/actions/runs/:run': {
    needs: read,
    run: request => ({ json: renderRun(runOf(request)) }),
  },
  'DELETE repos/:owner/:repo/actions/runs/:run': {
    needs: write,
    run: request => {
      const run = runOf(request);
      run.repository.runs = run.repository.runs.filter(other => other !== run);
      request.state.forget(run);
      return { status: 204 };
    },
  },
  'GET repos/:owner/:repo/actions/runs/:run/jobs': {
    needs: read,
    run: request => ({
      list: {
        items: request.query.get('filter') === 'all' ? runOf(request).jobs : jobsOf(runOf(request)),
        render: renderJob,
        key: 'jobs',
      },
    }),
  },
  'GET repos/:owner/:repo/actions/runs/:run/attempts/:attempt': {
    needs: read,
    run: request => ({
      json: {
        ...renderRun(runOf(request)),
        run_attempt: Number(request.params.attempt),
      },
    }),
  },
  'GET repos/:owner/:repo/actions/runs/:run/attempts/:attempt/jobs': {
    needs: read,
    run: request => ({
      list: { items: jobsOf(runOf(request), Number(request.params.attempt)), render: renderJob, key: 'jobs' },
    }),
  },
  'GET repos/:owner/:repo/actions/runs/:run/logs': { needs: read, run: request => logsOf(request) },
  'GET repos/:owner/:repo/actions/runs/:run/attempts/:attempt/logs': {
    needs: read,
    run: request => logsOf(request, Number(request.params.attempt)),
  },
  'GET repos/:owner/:repo/actions/runs/:run/artifacts': {
    needs: read,
    run: () => ({ list: { items: [], render: (nothing: unknown) => nothing, key: 'artifacts' } }),
  },
  'GET repos/:owner/:repo/actions/artifacts': {
    needs: read,
    run: () => ({ list: { items: [], render: (nothing: unknown) => nothing, key: 'artifacts' } }),
  },
  'POST repos/:owner/:repo/actions/runs/:run/rerun': {
    needs: write,
    run: request => {
      rerun(request.state, runOf(request));
      return { status: 201, json: {} };
    },
  },
  'POST repos/:owner/:repo/actions/runs/:run/rerun-failed-jobs': {
    needs: write,
    run: request => {
      rerun(request.state, runOf(request), ({ conclusion }) => conclusion === 'FAILURE');
      return { status: 201, json: {} };
    },
  },
  'POST repos/:owner/:repo/actions/runs/:run/cancel': {
    needs: write,
    run: request => {
      cancelRun(request.state, runOf(request));
      return { status: 202, json: {} };
    },
  },
  'GET repos/:owner/:repo/actions/jobs/:job': { needs: read, run: request => ({ json: renderJob(jobOf(request)) }) },
  'GET repos/:owner/:repo/actions/jobs/:job/logs': {
    needs: read,
    run: request => redirect(request, `job-logs/${repositoryOf(request).databaseId}/${jobOf(request).databaseId}`),
  },
  'POST repos/:owner/:repo/actions/jobs/:job/rerun': {
    needs: write,
    run: request => {
      const job = jobOf(request);
      rerun(request.state, job.run, other => other === job);
      return { status: 201, json: {} };
    },
  },
};

function setWorkflow(request: RestRequest, state: Workflow['state']) {
  const workflow = workflowOf(request);
  workflow.state = state;
  request.state.touch(workflow);
  return { status: 204 };
}

/** What a signed address leads to: no token is asked, no bucket counts it. */
export const signed: Routes = {
  'GET _signed/logs/:repository/:run/:attempt': {
    run: request => ({
      raw: logArchive(anyRun(request), Number(request.params.attempt)),
      type: 'application/zip',
      free: true,
    }),
  },
  'GET _signed/job-logs/:repository/:job': {
    run: request => {
      const job = one(
        [...request.state.repositories.values()]
          .flatMap(({ runs }) => runs.flatMap(({ jobs }) => jobs))
          .find(({ databaseId }) => databaseId === Number(request.params.job)),
      );
      return { raw: job.steps.map(step => lines(job, step.log)).join(''), type: 'text/plain', free: true };
    },
  },
};

const anyRun = ({ state, params }: RestRequest): Run =>
  one(
    [...state.repositories.values()]
      .flatMap(({ runs }) => runs)
      .find(({ databaseId }) => databaseId === Number(params.run)),
  );
