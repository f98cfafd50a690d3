import { Refusal } from '../refusal.ts';
import type { GitHubState } from '../state/state.ts';
import type {
  CheckRun,
  Conclusion,
  Job,
  Repository,
  Run,
  StatusContext,
  Step,
  User,
  Workflow,
} from '../state/types.ts';

/** Statuses and checks move no `updated_at` of a pull request: only their own. */
export function setStatus(
  state: GitHubState,
  status: {
    repository: Repository;
    oid: string;
    context: string;
    state: StatusContext['state'];
    creator: User;
    description?: string | null;
    targetUrl?: string | null;
  },
): StatusContext {
  const { repository, oid, context, creator, description = null, targetUrl = null } = status;
  const made = state.make<StatusContext>('StatusContext', {
    repository,
    headOid: oid,
    context,
    state: status.state,
    description,
    targetUrl,
    creator,
  });
  repository.statuses.push(made);
  return made;
}

export function addCheck(
  state: GitHubState,
  check: {
    repository: Repository;
    oid: string;
    name: string;
    status?: CheckRun['status'];
    conclusion?: Conclusion | null;
    job?: Job | null;
    detailsUrl?: string;
  },
): CheckRun {
  const { repository, oid, name, conclusion = null, job = null } = check;
  const status = check.status ?? (conclusion === null ? 'IN_PROGRESS' : 'COMPLETED');
  const now = state.clock.stamp();
  const made = state.make<CheckRun>('CheckRun', {
    repository,
    headOid: oid,
    name,
    status,
    conclusion,
    startedAt: status === 'QUEUED' ? null : now,
    completedAt: conclusion === null ? null : now,
    detailsUrl: check.detailsUrl ?? `https://ci.example.com/${name}`,
    job,
    annotations: [],
  });
  repository.checks.push(made);
  return made;
}

export function finishCheck(state: GitHubState, check: CheckRun, conclusion: Conclusion): void {
  check.status = 'COMPLETED';
  check.conclusion = conclusion;
  check.completedAt = state.clock.stamp();
  state.touch(check);
}

/** The last status of each context. */
export function statusesOf(repository: Repository, oid: string): StatusContext[] {
  const last = new Map<string, StatusContext>();
  for (const status of repository.statuses) if (status.headOid === oid) last.set(status.context, status);
  return [...last.values()];
}

/** Check runs of a commit; of a job only those of its last attempt. */
export function checksOf(repository: Repository, oid: string): CheckRun[] {
  return repository.checks.filter(
    ({ headOid, job }) => headOid === oid && (job === null || job.attempt === job.run.attempt),
  );
}

export function addWorkflow(state: GitHubState, repository: Repository, name: string, path: string): Workflow {
  const made = state.make<Workflow>('Workflow', { repository, name, path, state: 'active' });
  repository.workflows.push(made);
  return made;
}

export interface JobPlan {
  name: string;
  steps: { name: string; log?: string[]; conclusion?: Conclusion }[];
}

/** Starts a run: every job in progress, its checks on the commit. */
export function startRun(
  state: GitHubState,
  run: { workflow: Workflow; branch: string; actor: User; event?: string; title?: string; jobs: JobPlan[] },
): Run {
  const { workflow, branch, actor, event = 'push' } = run;
  const { repository } = workflow;
  const headOid = repository.git.branch(branch);
  if (headOid === undefined) throw new Refusal(422, `No ref found for: ${branch}`);
  const made = state.make<Run>('WorkflowRun', {
    repository,
    workflow,
    number: repository.runs.filter(one => one.workflow === workflow).length + 1,
    attempt: 1,
    title: run.title ?? repository.git.commit(headOid)?.message.split('\n')[0] ?? '',
    event,
    headBranch: branch,
    headOid,
    actor,
    status: 'IN_PROGRESS',
    conclusion: null,
    startedAt: state.clock.stamp(),
    jobs: [],
  });
  repository.runs.push(made);
  for (const plan of run.jobs) startJob(state, made, plan);
  return made;
}

function startJob(state: GitHubState, run: Run, plan: JobPlan): Job {
  const steps = plan.steps.map(
    ({ name, log = [], conclusion }, at): Step => ({
      number: at + 1,
      name,
      status: 'QUEUED',
      conclusion: conclusion ?? null,
      log,
    }),
  );
  const job = {
    databaseId: state.nextNumber(),
    run,
    name: plan.name,
    attempt: run.attempt,
    status: 'IN_PROGRESS',
    conclusion: null,
    startedAt: state.clock.stamp(),
    completedAt: null,
    steps,
  } as unknown as Job;
  const { owner, name } = run.repository;
  const detailsUrl = `https://github.com/${owner.login}/${name}/actions/runs/${run.databaseId}/job/${job.databaseId}`;
  job.check = addCheck(state, { repository: run.repository, oid: run.headOid, name: plan.name, job, detailsUrl });
  // A job and its check run have the same number on GitHub, which gh relies on for annotations.
  job.databaseId = job.check.databaseId;
  job.check.detailsUrl = detailsUrl.replace(/\d+$/, `${job.databaseId}`);
  run.jobs.push(job);
  return job;
}

/** Ends a run: each job as its steps say, the run as its jobs do. */
export function finishRun(state: GitHubState, run: Run, conclusion?: Conclusion): void {
  const now = state.clock.stamp();
  for (const job of jobsOf(run)) {
    if (job.conclusion !== null) continue;
    for (const step of job.steps) {
      step.status = 'COMPLETED';
      step.conclusion = step.conclusion ?? 'SUCCESS';
    }
    job.status = 'COMPLETED';
    job.conclusion = conclusion ?? (job.steps.some(step => step.conclusion === 'FAILURE') ? 'FAILURE' : 'SUCCESS');
    job.completedAt = now;
    finishCheck(state, job.check, job.conclusion);
    if (job.conclusion === 'FAILURE')
      job.check.annotations.push({
        path: '.github',
        line: 1,
        level: 'failure',
        message: 'Process completed with exit code 1.',
      });
  }
  run.status = 'COMPLETED';
  run.conclusion = conclusion ?? (jobsOf(run).some(job => job.conclusion === 'FAILURE') ? 'FAILURE' : 'SUCCESS');
  state.touch(run);
}

export const jobsOf = (run: Run, attempt = run.attempt): Job[] => run.jobs.filter(job => job.attempt === attempt);

/** Starts a run again, all of it or only what failed. */
export function rerun(state: GitHubState, run: Run, which: (job: Job) => boolean = () => true): void {
  if (run.status !== 'COMPLETED') throw new Refusal(403, 'This workflow is already running');
  const before = jobsOf(run);
  const again = before.filter(which);
  if (again.length === 0) throw new Refusal(403, 'This workflow run cannot be retried');
  run.attempt++;
  run.status = 'QUEUED';
  run.conclusion = null;
  run.startedAt = state.clock.stamp();
  for (const job of before) {
    const plan = { name: job.name, steps: job.steps.map(({ name, log }) => ({ name, log })) };
    if (again.includes(job)) startJob(state, run, plan);
    else run.jobs.push({ ...job, attempt: run.attempt });
  }
  state.touch(run);
}

export function cancelRun(state: GitHubState, run: Run): void {
  if (run.status === 'COMPLETED') throw new Refusal(409, 'Cannot cancel a workflow run that is completed.');
  finishRun(state, run, 'CANCELLED');
}

/** Whole of a commit's checks and statuses as one word. */
export function rollup(repository: Repository, oid: string): 'SUCCESS' | 'PENDING' | 'FAILURE' | null {
  const checks = checksOf(repository, oid);
  const statuses = statusesOf(repository, oid);
  if (checks.length + statuses.length === 0) return null;
  const bad: (Conclusion | null)[] = ['FAILURE', 'CANCELLED', 'TIMED_OUT', 'ACTION_REQUIRED'];
  if (
    checks.some(({ conclusion }) => bad.includes(conclusion)) ||
    statuses.some(({ state }) => state === 'FAILURE' || state === 'ERROR')
  )
    return 'FAILURE';
  if (
    checks.some(({ status }) => status !== 'COMPLETED') ||
    statuses.some(({ state }) => state === 'PENDING' || state === 'EXPECTED')
  )
    return 'PENDING';
  return 'SUCCESS';
}
