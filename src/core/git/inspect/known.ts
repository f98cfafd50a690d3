import { realpath } from 'node:fs/promises';
import type { ConfigLine } from './config-listing.ts';
import { namesFile } from './file-keys.ts';
import type { FoundFilter, Inspection, Inspector } from './inspection.ts';
import { remoteOfKey, replacementOfKey } from './local-remotes.ts';

/** Keeps, outside of every repository, what a person has seen: lists of lines under a key. */
export interface TrustStore {
  load(key: string): readonly string[] | undefined;
  /** Rejects when it could not be kept. */
  save(key: string, lines: readonly string[]): Promise<void>;
}

/**
 * What of a repository's config the person is taken to know: all that was there when the workspace was trusted, and what
 * they said yes to since. A repository that turns up later in a trusted folder has nothing that is known.
 */
export interface Known {
  hasFilter(commonDirectory: string, filter: FoundFilter): boolean;
  hasPlace(commonDirectory: string, place: string): boolean;
  hasLine(commonDirectory: string, line: ConfigLine): boolean;
  /** Remembers the person's yes. */
  addFilter(commonDirectory: string, filter: FoundFilter): Promise<void>;
  /**
   * Takes all that is there for known, the first time a folder is seen, and says whether it was; to be called when the
   * workspace is trusted.
   */
  trust(folder: string): Promise<boolean>;
}

const PERSON = 'person';
const keyOf = (commonDirectory: string) => `repository ${commonDirectory}`;
const filterLine = ({ fingerprint }: FoundFilter) => `filter ${fingerprint}`;
const placeLine = (place: string) => `place ${place}`;
const configLine = ({ key, value }: ConfigLine) => `config ${key}=${value}`;

/** True for a line of the repository that names a file or the address of a remote. */
const leadsSomewhere = ({ scope, key }: ConfigLine): boolean =>
  scope === 'repository' && (namesFile(key) || (remoteOfKey(key) ?? replacementOfKey(key)) !== undefined);

/** Where a filter is remembered: the person's own holds in every repository. */
const homeOf = (commonDirectory: string, { scope }: FoundFilter) => (scope === 'own' ? PERSON : keyOf(commonDirectory));

export function createKnown(store: TrustStore, inspector: Inspector): Known {
  const has = (key: string, line: string) => store.load(key)?.includes(line) ?? false;

  const linesOf = async ({ repository, lines, filters }: Inspection): Promise<string[]> => [
    ...filters.filter(({ scope }) => scope === 'repository').map(filterLine),
    // What cannot be looked into is never known: it may lead elsewhere tomorrow.
    ...(repository === undefined ? [] : (await inspector.places(repository)).paths).map(placeLine),
    ...lines.filter(leadsSomewhere).map(configLine),
  ];

  return {
    hasFilter: (common, filter) => has(homeOf(common, filter), filterLine(filter)),
    hasPlace: (common, place) => has(keyOf(common), placeLine(place)),
    hasLine: (common, line) => has(keyOf(common), configLine(line)),
    async addFilter(common, filter) {
      const key = homeOf(common, filter);
      await store.save(key, [...new Set([...(store.load(key) ?? []), filterLine(filter)])]);
    },
    async trust(folder) {
      const real = await realpath(folder).catch(() => folder);
      if (store.load(`folder ${real}`) !== undefined) return false;
      const inspected = await inspector.inspect({ folder: real });
      // Where git does not answer nothing runs either; the next window tries again.
      if (!inspected.ok) return false;
      for (const inspection of inspected.inspections) {
        const { repository, filters } = inspection;
        if (store.load(PERSON) === undefined)
          await store.save(PERSON, filters.filter(({ scope }) => scope === 'own').map(filterLine));
        const key = repository && keyOf(repository.commonDirectory);
        if (key !== undefined && store.load(key) === undefined) await store.save(key, await linesOf(inspection));
      }
      await store.save(`folder ${real}`, []);
      return true;
    },
  };
}
