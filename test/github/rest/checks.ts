import { addCheck, checksOf, finishCheck, rollup, setStatus, statusesOf } from '../changes/actions.ts';
import { fullName } from '../state/state.ts';
import type { Conclusion, StatusContext } from '../state/types.ts';
import { repositoryApi } from '../urls.ts';
import { renderCheck, renderStatus } from './render-pulls.ts';
import { one, type RestRequest, type Routes, repositoryOf, text, viewerOf } from './router.ts';

const commitOf = (request: RestRequest): string => one(repositoryOf(request).git.resolve(request.params.ref ?? ''));

const checkOf = (request: RestRequest) =>
  one(repositoryOf(request).checks.find(({ databaseId }) => databaseId === Number(request.params.id)));

/** Check runs and statuses of commits. */
export const checks: Routes = {
  'GET repos/:owner/:repo/commits/:ref/check-runs': {
    needs: { checks: 'read' },
    run: request => ({
      list: { items: checksOf(repositoryOf(request), commitOf(request)), render: renderCheck, key: 'check_runs' },
    }),
  },
  'GET repos/:owner/:repo/commits/:ref/status': {
    needs: { statuses: 'read' },
    run: request => {
      const repository = repositoryOf(request);
      const sha = commitOf(request);
      const statuses = statusesOf(repository, sha);
      const words = { SUCCESS: 'success', FAILURE: 'failure', PENDING: 'pending' };
      const state = statuses.length === 0 ? 'pending' : words[rollup({ ...repository, checks: [] }, sha) ?? 'PENDING'];
      return {
        json: {
          state,
          statuses: statuses.map(renderStatus),
          sha,
          total_count: statuses.length,
          repository: { full_name: fullName(repository), url: repositoryApi(repository) },
        },
      };
    },
  },
  'GET repos/:owner/:repo/commits/:ref/statuses': {
    needs: { statuses: 'read' },
    run: request => ({ list: { items: statusesOf(repositoryOf(request), commitOf(request)), render: renderStatus } }),
  },
  'POST repos/:owner/:repo/statuses/:ref': {
    needs: { statuses: 'write' },
    run: request => {
      const { body, state } = request;
      const made = setStatus(state, {
        repository: repositoryOf(request),
        oid: commitOf(request),
        context: text(body.context) ?? 'default',
        state: `${body.state}`.toUpperCase() as StatusContext['state'],
        description: text(body.description) ?? null,
        targetUrl: text(body.target_url) ?? null,
        creator: viewerOf(request),
      });
      return { status: 201, json: renderStatus(made) };
    },
  },
  'POST repos/:owner/:repo/check-runs': {
    needs: { checks: 'write' },
    run: request => {
      const { body, state } = request;
      const conclusion = text(body.conclusion)?.toUpperCase() as Conclusion | undefined;
      return {
        status: 201,
        json: renderCheck(
          addCheck(state, {
            repository: repositoryOf(request),
            oid: `${body.head_sha}`,
            name: `${body.name}`,
            conclusion: conclusion ?? null,
          }),
        ),
      };
    },
  },
  'PATCH repos/:owner/:repo/check-runs/:id': {
    needs: { checks: 'write' },
    run: request => {
      const check = checkOf(request);
      finishCheck(request.state, check, `${request.body.conclusion}`.toUpperCase() as Conclusion);
      return { json: renderCheck(check) };
    },
  },
  'GET repos/:owner/:repo/check-runs/:id': {
    needs: { checks: 'read' },
    run: request => ({ json: renderCheck(checkOf(request)) }),
  },
  'GET repos/:owner/:repo/check-runs/:id/annotations': {
    needs: { checks: 'read' },
    run: request => ({
      list: {
        items: checkOf(request).annotations,
        render: (note: { path: string; line: number; level: string; message: string }) => ({
          path: note.path,
          start_line: note.line,
          end_line: note.line,
          annotation_level: note.level,
          message: note.message,
          title: '',
        }),
      },
    }),
  },
};
