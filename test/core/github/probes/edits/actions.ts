import * as actions from '../../../../github/changes/actions.ts';
import { CONCLUSIONS, type Edits, pullsIn, withOne } from './place.ts';

/** Checks, statuses and runs. */
export const ACTIONS: Edits = {
  setStatus: withOne(pullsIn, (pull, { github, sample }, chance) =>
    actions.setStatus(github.state, {
      ...{ repository: sample.demo, oid: pull.headOid, context: chance.one(['ci/deploy', 'ci/docs']) ?? '' },
      ...{ state: chance.one(['SUCCESS', 'FAILURE', 'PENDING', 'ERROR'] as const) ?? 'ERROR', creator: sample.hubot },
      description: chance.word(),
    }),
  ),
  addCheck: withOne(pullsIn, (pull, { github, sample }, chance) =>
    actions.addCheck(github.state, {
      ...{ repository: sample.demo, oid: pull.headOid, name: chance.word() },
      conclusion: chance.one([null, ...CONCLUSIONS]) ?? null,
    }),
  ),
  finishCheck: withOne(
    ({ sample }) => sample.demo.checks.filter(({ job }) => job === null),
    (check, { github }, chance) => actions.finishCheck(github.state, check, chance.one(CONCLUSIONS) ?? 'FAILURE'),
  ),
  addWorkflow: ({ github, sample }, chance) =>
    actions.addWorkflow(github.state, sample.demo, chance.word(), `.github/workflows/${chance.word()}.yml`),
  startRun: withOne(
    ({ sample }) => sample.demo.workflows,
    (workflow, { github, sample }, chance) =>
      actions.startRun(github.state, {
        ...{ workflow, branch: chance.one(['main', 'quotes', 'fix-crash']) ?? 'main', actor: sample.hubot },
        jobs: [
          { name: chance.word(), steps: [{ name: 'Set up job' }, { name: chance.word(), conclusion: 'FAILURE' }] },
        ],
      }),
  ),
  finishRun: withOne(
    ({ sample }) => sample.demo.runs.filter(({ status }) => status !== 'COMPLETED'),
    (run, { github }, chance) => actions.finishRun(github.state, run, chance.one([undefined, ...CONCLUSIONS])),
  ),
  rerun: withOne(
    ({ sample }) => sample.demo.runs,
    (run, { github }) => actions.rerun(github.state, run),
  ),
  cancelRun: withOne(
    ({ sample }) => sample.demo.runs,
    (run, { github }) => actions.cancelRun(github.state, run),
  ),
  addAnnotation: withOne(
    ({ sample }) => sample.demo.checks,
    (check, _place, chance) =>
      check.annotations.push({ path: 'src/x.ts', line: 3, level: 'warning', message: chance.word() }),
  ),
  setWorkflow: withOne(
    ({ sample }) => sample.demo.workflows,
    (workflow, { github }) => {
      workflow.state = workflow.state === 'active' ? 'disabled_manually' : 'active';
      github.state.touch(workflow);
    },
  ),
  deleteRun: withOne(
    ({ sample }) => sample.demo.runs.slice(0, -3),
    (run, { github, sample }) => {
      sample.demo.runs = sample.demo.runs.filter(other => other !== run);
      github.state.forget(run);
    },
  ),
};
