// What the package says of itself: where its code is, and pictures that are there wherever the page is read.
import { execFileSync } from 'node:child_process';

/** The address of the repository on the web, by the remote it was cloned from; undefined for one that is no web address. */
export function addressOf(remote) {
  const [, host, path] =
    /^(?:https:\/\/(?:[^@/]*@)?|ssh:\/\/git@|git@)([\w.-]+)[/:]([\w./-]+?)(?:\.git)?\/?$/.exec(remote) ?? [];
  return host === undefined ? undefined : `https://${host}/${path}`;
}

/** The same of this clone; SLUICE_REPOSITORY has the last word. */
export function ownAddress(root) {
  const { SLUICE_REPOSITORY } = process.env;
  if (SLUICE_REPOSITORY) return addressOf(SLUICE_REPOSITORY);
  try {
    const words = ['config', '--get', 'remote.origin.url'];
    return addressOf(
      execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(),
    );
  } catch {
    // A copy of the sources that is no clone has no address.
    return undefined;
  }
}

/** The manifest with links to where the code is. */
export const manifestWith = (manifest, address) =>
  address === undefined
    ? manifest
    : {
        ...manifest,
        repository: { type: 'git', url: `${address}.git` },
        homepage: `${address}#readme`,
        bugs: { url: `${address}/issues` },
      };

const IMAGE = /(!\[[^\]]*\]\()(?!https:|data:)([^)\s]+)(\))/g;
const LINK = /(?<!!)\[([^\]]*)\]\((?!https:|#)([^)\s]+)\)/g;

/**
 * A page of Markdown as the editor shows it, which knows no files beside it: pictures are in it, and links lead to the
 * repository or, where its address is not known, are words.
 */
export const pageOf = (markdown, address, readImage) =>
  markdown
    .replace(
      IMAGE,
      (_, open, path, close) => `${open}data:image/png;base64,${readImage(path).toString('base64')}${close}`,
    )
    .replace(LINK, (_, words, path) => (address === undefined ? words : `[${words}](${address}/blob/HEAD/${path})`));
