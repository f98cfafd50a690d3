import { GITHUB_COM } from './remotes.ts';

/** Where the API of a host is, each without a slash at its end. */
export interface ApiAddress {
  readonly rest: string;
  readonly graphql: string;
}

const HOST_NAME = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/;

/** The API of a host, or of the local GitHub that stands in for every host; undefined for what is no host name. */
export function apiAddressOf(host: string, standIn?: string): ApiAddress | undefined {
  if (!HOST_NAME.test(host)) return undefined;
  const hasOwnHost = host === GITHUB_COM || host.endsWith('.ghe.com');
  const root = standIn?.replace(/\/+$/, '') ?? `https://${hasOwnHost ? `api.${host}` : host}`;
  return hasOwnHost
    ? { rest: root, graphql: `${root}/graphql` }
    : { rest: `${root}/api/v3`, graphql: `${root}/api/graphql` };
}

/** `.` and `..`, which make another path of it, as written or escaped. */
const TURN = /^(?:\.|%2e){1,2}$/i;

/** The whole address of a path below the API's root; undefined for one that leads elsewhere than it says. */
export function addressBelow(root: string, path: string): string | undefined {
  const address = `${root}/${path}`;
  const [place = ''] = path.split(/[?#]/);
  if (!URL.canParse(address) || place.split(/[\\/]/).some(part => TURN.test(part))) return undefined;
  const url = new URL(address);
  url.hash = '';
  return isBelow(root, url.href) ? forOctokit(url.href) : undefined;
}

/** Where a redirect leads, as long as that is the same API: no other server is asked. */
export function redirectedTo(root: string, from: string, location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location, from)) return undefined;
  const { href } = new URL(location, from);
  return isBelow(root, href) ? forOctokit(href) : undefined;
}

const isBelow = (root: string, href: string): boolean => href.startsWith(`${root}/`);

/** Octokit would fill in what stands in braces. */
const forOctokit = (href: string): string => href.replaceAll('{', '%7B').replaceAll('}', '%7D');
