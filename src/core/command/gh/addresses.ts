import type { Context } from '../context.ts';
import { objectTo } from '../judge.ts';
import type { Act, Objection, ValueCheck } from '../table.ts';

const gitHub = ['github.com', 'gist.github.com', 'www.github.com'];

/** True for a host that may see the token: GitHub itself and the hosts the person works with. */
export function isGitHub(host: string, context: Context): boolean {
  const name = host.toLowerCase();
  return gitHub.includes(name) || (context.hosts ?? []).some(each => each.toLowerCase() === name);
}

const elsewhere: Act = {
  says: 'leads to a host that is not known, and gh would ask it with a token',
  effects: ['network', 'reveals-secret'],
  risk: 'destructive',
};
const unreadable: Act = { ...elsewhere, says: 'is not an address Sluice can read' };

export const leadsElsewhere = (word: string): Objection => objectTo(`'${word}'`, elsewhere);
export const isUnreadable = (word: string): Objection => objectTo(`'${word}'`, unreadable);

/** A host name alone, as `--hostname` takes it. */
export const host: ValueCheck = (value, _option, context) =>
  isGitHub(value, context) ? undefined : leadsElsewhere(value);

/** Letter by letter rather than by a URL parser: two parsers can disagree on what the host is. */
const url = /^https?:\/\/([a-z\d.-]+(?::\d+)?)(?:\/[^\\\s]*)?$/i;
const ssh = /^(?:ssh:\/\/)?git@([a-z\d.-]+)[:/][^\\\s@]+$/i;

/** A number, branch, tag, id or path, or a URL, whose host gh then asks. */
export const item: ValueCheck = (value, _option, context) => {
  if (!value.includes(':/')) return undefined;
  const named = url.exec(value)?.[1];
  if (named === undefined) return isUnreadable(value);
  return isGitHub(named, context) ? undefined : leadsElsewhere(value);
};

/** `[[HOST/]OWNER/]REPO` or a URL. */
export const repository: ValueCheck = (value, option, context) => {
  const overSsh = ssh.exec(value)?.[1];
  if (overSsh !== undefined) return isGitHub(overSsh, context) ? undefined : leadsElsewhere(value);
  if (value.includes(':')) return value.includes(':/') ? item(value, option, context) : isUnreadable(value);
  const parts = value.split('/');
  if (!parts.every(part => /^(?!\.\.?$)[\w.-]+$/.test(part))) return isUnreadable(value);
  const [first = ''] = parts;
  return parts.length < 3 || isGitHub(first, context) ? undefined : leadsElsewhere(value);
};
