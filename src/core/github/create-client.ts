import { readDocument } from '../command/gh/graphql.ts';
import { etagOf, failureOfQuery, failureOfRest, pollIntervalOf } from './answers.ts';
import { addressBelow } from './api-address.ts';
import { type AskGitHubOptions, createAskGitHub } from './ask-github.ts';
import type { GitHubClient } from './client.ts';
import { ownerOfPath } from './command-owner.ts';

/** The client of our own questions: GET and queries, and nothing that writes. */
export function createGitHubClient(options: AskGitHubOptions): GitHubClient {
  const ask = createAskGitHub(options);
  return {
    async get(host, path, { etag, owner = ownerOfPath(path), signal } = {}) {
      const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag };
      const reply = await ask({
        ...{ host, owner, what: path, signal, failureOf: failureOfRest },
        requestTo({ rest }) {
          const url = addressBelow(rest, path);
          return url === undefined ? undefined : { method: 'GET', url, headers };
        },
      });
      const pollIntervalMs = reply.answer && pollIntervalOf(reply.answer);
      const common = { rate: reply.rate, pollIntervalMs };
      if (!reply.ok) return { ...common, kind: 'failed', failure: reply.failure };
      if (reply.answer.status === 304) return { ...common, kind: 'unchanged' };
      return { ...common, kind: 'changed', data: reply.answer.data, etag: etagOf(reply.answer) };
    },
    async query(host, text, variables, signal) {
      const owner = typeof variables.owner === 'string' ? variables.owner : undefined;
      const reply = await ask({
        ...{ host, owner, what: 'the query', signal, failureOf: failureOfQuery },
        // Whatever is not plainly a query may be a mutation.
        requestTo: ({ graphql }) =>
          readDocument(text) === 'reads'
            ? { method: 'POST', url: graphql, body: { query: text, variables } }
            : undefined,
      });
      const { rate } = reply;
      if (!reply.ok) return { ok: false, failure: reply.failure, rate };
      return { ok: true, data: (reply.answer.data as { data?: unknown }).data, rate };
    },
  };
}
