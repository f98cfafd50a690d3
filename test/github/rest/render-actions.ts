import type { Job, Run, Workflow } from '../state/types.ts';
import { repositoryApi, repositoryUrl, runUrl } from '../urls.ts';
import { renderMinimalRepository } from './render.ts';
import { renderUser } from './render-people.ts';

export function renderWorkflow(one: Workflow) {
  const url = `${repositoryApi(one.repository)}/actions/workflows/${one.databaseId}`;
  return {
    id: one.databaseId,
    node_id: one.id,
    name: one.name,
    path: one.path,
    state: one.state,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    url,
    html_url: `${repositoryUrl(one.repository)}/blob/${one.repository.defaultBranch}/${one.path}`,
  };
}

export function renderRun(one: Run) {
  const self = `${repositoryApi(one.repository)}/actions/runs/${one.databaseId}`;
  const commit = one.repository.git.commit(one.headOid);
  return {
    id: one.databaseId,
    name: one.workflow.name,
    node_id: one.id,
    head_branch: one.headBranch,
    head_sha: one.headOid,
    path: one.workflow.path,
    display_title: one.title,
    run_number: one.number,
    event: one.event,
    status: one.status.toLowerCase(),
    conclusion: one.conclusion?.toLowerCase() ?? null,
    workflow_id: one.workflow.databaseId,
    url: self,
    html_url: runUrl(one),
    pull_requests: [],
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    actor: renderUser(one.actor),
    triggering_actor: renderUser(one.actor),
    run_attempt: one.attempt,
    run_started_at: one.startedAt,
    jobs_url: `${self}/jobs`,
    logs_url: `${self}/logs`,
    check_suite_url: `${self}/check-suite`,
    artifacts_url: `${self}/artifacts`,
    cancel_url: `${self}/cancel`,
    rerun_url: `${self}/rerun`,
    workflow_url: `${repositoryApi(one.repository)}/actions/workflows/${one.workflow.databaseId}`,
    previous_attempt_url: one.attempt > 1 ? `${self}/attempts/${one.attempt - 1}` : null,
    head_commit: {
      id: one.headOid,
      tree_id: commit?.tree,
      message: commit?.message,
      timestamp: commit?.committer.date,
      author: commit?.author,
      committer: commit?.committer,
    },
    repository: renderMinimalRepository(one.repository),
    head_repository: renderMinimalRepository(one.repository),
  };
}

export function renderJob(one: Job) {
  const { run } = one;
  return {
    id: one.databaseId,
    run_id: run.databaseId,
    run_url: `${repositoryApi(run.repository)}/actions/runs/${run.databaseId}`,
    run_attempt: one.attempt,
    workflow_name: run.workflow.name,
    head_branch: run.headBranch,
    head_sha: run.headOid,
    url: `${repositoryApi(run.repository)}/actions/jobs/${one.databaseId}`,
    html_url: `${runUrl(run)}/job/${one.databaseId}`,
    status: one.status.toLowerCase(),
    conclusion: one.conclusion?.toLowerCase() ?? null,
    created_at: one.startedAt,
    started_at: one.startedAt,
    completed_at: one.completedAt,
    name: one.name,
    steps: one.steps.map(({ number, name, status, conclusion }) => ({
      number,
      name,
      status: status.toLowerCase(),
      conclusion: status === 'COMPLETED' ? (conclusion?.toLowerCase() ?? null) : null,
    })),
    check_run_url: `${repositoryApi(run.repository)}/check-runs/${one.check.databaseId}`,
    labels: ['ubuntu-latest'],
  };
}
