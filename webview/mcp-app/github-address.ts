/** The address that a link of somebody else's text leads to, where that is a page of GitHub; undefined for all else. */
export function githubAddress(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, host, username, password, href } = new URL(value);
  return protocol === 'https:' && host === 'github.com' && username === '' && password === '' ? href : undefined;
}
