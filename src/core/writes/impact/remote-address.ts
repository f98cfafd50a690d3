import type { Settings } from './settings.ts';

/** The addresses that a push to a remote goes to, as remote.c resolves them; a name that no remote has is an address itself. */
export function pushAddresses(settings: Settings, remote: string): readonly string[] {
  const given = settings.all(`remote.${remote}.pushurl`);
  const own = given.filter(url => url !== '').map(url => rewritten(settings, url, 'insteadof') ?? url);
  if (own.length > 0 && own.length === given.length) return own;
  const configured = settings.all(`remote.${remote}.url`);
  const urls = configured.length > 0 ? configured : [remote];
  const forPush = urls.flatMap(url => rewritten(settings, url, 'pushinsteadof') ?? []);
  // An empty one takes back those before it, but not to older gits: it goes to some of all these.
  return [...own, ...(forPush.length > 0 ? forPush : urls.map(url => rewritten(settings, url, 'insteadof') ?? url))];
}

/** The address that a fetch takes from: the first that is configured. */
export function fetchAddress(settings: Settings, remote: string): string {
  const [url = remote] = settings.all(`remote.${remote}.url`);
  return rewritten(settings, url, 'insteadof') ?? url;
}

/** An address by the rule with the longest prefix that fits; undefined when none does. */
function rewritten(settings: Settings, url: string, rule: 'insteadof' | 'pushinsteadof'): string | undefined {
  const fits = settings
    .names('url', rule)
    .flatMap(base => settings.all(`url.${base}.${rule}`).map(prefix => ({ base, prefix })))
    .filter(({ prefix }) => url.startsWith(prefix))
    .sort((one, other) => other.prefix.length - one.prefix.length);
  const [best] = fits;
  return best && best.base + url.slice(best.prefix.length);
}
