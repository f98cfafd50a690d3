import { type Call, type Find, found, isGiven, optionValue } from './call.ts';
import { wholeList } from './paths.ts';

/** Options that make of the answer what another request would not, or several answers. */
const REFORMS = ['--header', '--include', '--preview', '--silent'];

/** The path that `gh api` asks is its own probe. */
export const apiPath: Find<Call> = async call => {
  const path = pathAsked(call);
  if (path === undefined) return undefined;
  if (!isGiven(call, '--paginate')) return { paths: [path] };
  // gh asks for pages of a hundred by itself where the path does not say how long they are.
  return path.includes('?') ? undefined : found(await wholeList(call.look, path));
};

function pathAsked(call: Call): string | undefined {
  const method = optionValue(call, '--method')?.toUpperCase() ?? 'GET';
  const [endpoint = ''] = call.words.positionals;
  if (method !== 'GET' || endpoint === 'graphql' || isGiven(call, ...REFORMS)) return undefined;
  const path = filledIn(call, belowRoot(endpoint));
  // What is left changes by being asked.
  return path === undefined || /^rate_limit\b/.test(path) ? undefined : withParameters(call, path);
}

/** gh takes the whole address too, which the verdict has found to be that of a known host. */
const belowRoot = (endpoint: string): string =>
  endpoint
    .replace(/^https:\/\/[^/]+\/(?:api\/v3\/)?/i, '')
    .replace(/^\/+/, '')
    .replace(/#.*$/s, '');

/** What gh fills in, in its old spelling too. The branch that is checked out may be another by the next time. */
function filledIn({ repository }: Call, path: string): string | undefined {
  const filled = repository
    ? path.replace(/\{owner\}|:owner\b/g, repository.owner).replace(/\{repo\}|:repo\b/g, repository.name)
    : path;
  return /\{|:(?:owner|repo|branch)\b/.test(filled) ? undefined : filled;
}

/** With `-X GET` the fields are parameters; undefined for those that gh fills in or nests. */
function withParameters({ words }: Call, path: string): string | undefined {
  const fields = words.found.filter(({ option }) => option.name === '--field' || option.name === '--raw-field');
  const pairs = fields.map(({ value = '' }) => /^([\w.-]+)=([^{]*)$/s.exec(value));
  if (pairs.includes(null)) return undefined;
  const given = pairs.map(pair => `${pair?.[1]}=${encodeURIComponent(pair?.[2] ?? '')}`).toSorted();
  return given.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${given.join('&')}`;
}
