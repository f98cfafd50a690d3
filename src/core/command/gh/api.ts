import { destroysRemote, reveals, savesFile, sends } from '../acts.ts';
import { objectTo } from '../judge.ts';
import { namesSecretFile } from '../secret-files.ts';
import { type Act, type Node, type Objection, takes, type ValueCheck, type Walked } from '../table.ts';
import { host, isGitHub, isUnreadable, leadsElsewhere } from './addresses.ts';
import { goTemplate } from './go-template.ts';
import { fieldsOfMutation, readDocument } from './graphql.ts';
import { jq } from './jq.ts';
import { reads } from './reads.ts';

/** Headers that only shape the answer. Others could change the method or whose token is used. */
const plainHeaders = ['accept', 'cache-control', 'if-modified-since', 'if-none-match', 'x-github-api-version'];

const header: ValueCheck = (value, option) => {
  const name = value.split(':', 1)[0] ?? '';
  return plainHeaders.includes(name.toLowerCase())
    ? undefined
    : objectTo(option, destroysRemote(`sets the header '${name}', which may change what the request does`));
};

/** `-F key=@file` sends a file. */
const typedField: ValueCheck = (value, option) =>
  textOf(value).startsWith('@')
    ? objectTo(option, {
        says: `sends the file of '${value}'`,
        effects: ['network', 'writes-remote', 'reads-outside'],
        risk: 'remote',
      })
    : undefined;

const keyOf = (field: string): string => field.split('=', 1)[0] ?? '';
const textOf = (field: string): string => field.slice(keyOf(field).length + 1);

/** A path below the API's root, the word `graphql`, or the full address of a known host's API. */
const endpoint: ValueCheck = (value, _option, context) => {
  if (value === 'graphql') return undefined;
  const address = /^https:\/\/([a-z\d.-]+)(\/[^\\\s]*)$/i.exec(value);
  if (value.includes('://') && !address) return isUnreadable(value);
  const [, named, path = value] = address ?? [];
  if (named !== undefined && !isGitHub(named.replace(/^api\./i, ''), context)) return leadsElsewhere(value);
  if (wanders(path)) return objectTo(`'${value}'`, destroysRemote('may be the GraphQL endpoint; call it as graphql'));
  return namesSecretFile(fileOf(path)) ? objectTo(`'${value}'`, reveals('is a file that may hold secrets')) : undefined;
};

/** The file that is asked for, as `repos/{owner}/{repo}/contents/{path}` names it. */
const fileOf = (path: string): string => /\/contents\/([^?#]*)/i.exec(decodeURIComponent(path))?.[1] ?? '';

/** A path that is, or by `..` or escapes could become, the GraphQL endpoint under another spelling. */
function wanders(path: string): boolean {
  const encoded = path.split(/[?#]/, 1)[0] ?? '';
  try {
    const plain = decodeURIComponent(encoded);
    return /(^|\/)\.\.?(\/|$)/.test(plain) || /^\/*(api\/+)?graphql\/*$/i.test(plain);
  } catch {
    return true;
  }
}

const fieldsOf = (walked: Walked): string[] =>
  walked.found.flatMap(({ option, value }) =>
    value !== undefined && (option.name === '--field' || option.name === '--raw-field') ? [value] : [],
  );

/** The last `-X` wins; without one, fields and input make it a POST. */
function methodOf(walked: Walked): string {
  const given = walked.options.get('--method');
  if (given !== undefined) return String(given).toUpperCase();
  return fieldsOf(walked).length > 0 || walked.options.has('--input') ? 'POST' : 'GET';
}

/** Endpoints where a POST adds something that takes nothing away and can be deleted; of any other the effect is not known. */
const ADDS =
  /^\/?repos\/[^/?#%]+\/[^/?#%]+\/(?:issues|labels|milestones|pulls|statuses\/\w+|git\/(?:blobs|commits|tags|trees)|(?:issues|pulls)\/\d+\/(?:assignees|comments|labels|reactions|requested_reviewers|reviews)|(?:issues|pulls)\/comments\/\d+\/reactions)$/;
const onlyAdds = (path: string): boolean => ADDS.test(path) || /^\/?gists$/.test(path);

/** Mutations that do the same. */
const ADDING_MUTATIONS = [
  'addAssigneesToAssignable',
  'addComment',
  'addDiscussionComment',
  'addLabelsToLabelable',
  'addPullRequestReview',
  'addPullRequestReviewComment',
  'addPullRequestReviewThread',
  'addPullRequestReviewThreadReply',
  'addReaction',
  'addStar',
  'createDiscussion',
  'createIssue',
  'createLabel',
  'createPullRequest',
  'requestReviews',
];
const addsOnly = (query = ''): boolean => {
  const fields = fieldsOfMutation(query) ?? [];
  return fields.length > 0 && fields.every(field => ADDING_MUTATIONS.includes(field));
};

const destroys = (act: Act): Act => ({ ...act, risk: 'destructive' });

/** The objection to a request by its method or, for GraphQL, by its query. */
function requestObjection(walked: Walked): Objection | undefined {
  const method = methodOf(walked);
  if (walked.positionals[0] === 'graphql') return graphqlObjection(walked, method);
  if (method === 'GET' || method === 'HEAD') return undefined;
  const act = sends(`sends a ${method} request`);
  return objectTo('api', method === 'POST' && onlyAdds(walked.positionals[0] ?? '') ? act : destroys(act));
}

function graphqlObjection(walked: Walked, method: string): Objection | undefined {
  const query = inlineQuery(walked);
  const document = method === 'POST' && query !== undefined ? readDocument(query) : 'unclear';
  if (document === 'reads') return undefined;
  const act = sends(
    document === 'changes'
      ? 'sends a mutation or subscription'
      : 'is not clearly a single inline query, so it may change something',
  );
  return objectTo('api graphql', addsOnly(query) ? act : destroys(act));
}

/** The text of the one `query` field, or undefined when there are several, none, or one that gh would fill in itself. */
function inlineQuery(walked: Walked): string | undefined {
  const fields = fieldsOf(walked);
  if (!fields.every(field => /^[A-Z_a-z]\w*(\[\w*\])*=/.test(field))) return undefined;
  const queries = fields.filter(field => /^query\b/.test(field));
  const [only] = queries;
  if (only === undefined || queries.length > 1 || keyOf(only) !== 'query') return undefined;
  return /\{(owner|repo|branch)\}|:(owner|repo|branch)\b/.test(only) ? undefined : textOf(only);
}

/** gh-api(1). */
const api = reads(
  [
    {
      flag: ['-i --include', '--paginate', '--silent', '--slurp'],
      value: ['-f --raw-field', '-p --preview', '-X --method'],
      checked: {
        '-F --field': typedField,
        '-H --header': header,
        '-q --jq': jq,
        '-t --template': goTemplate,
        '--hostname': host,
      },
      acts: {
        '--cache': savesFile('keeps the answer in a file'),
        '--input': sends('sends a file or what stands on standard input'),
        '--verbose': {
          says: 'prints the request with its headers',
          effects: ['network', 'reveals-secret'],
          risk: 'local',
        },
      },
    },
  ],
  takes(endpoint, 1, 1),
  {
    check: requestObjection,
    otherwise: walked => requestObjection(walked) ?? objectTo('api', sends('is not in a form known to read')),
  },
);

export const apis: Record<string, Node> = { api };
