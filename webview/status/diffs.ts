import type { DiffMessage, StatusFile, StatusMessage } from '../../src/protocol/to-status-page.ts';
import type { Row } from '../render/document.ts';
import type { InlineDiff } from './rows.ts';

export interface Diffs {
  readonly all: ReadonlyMap<string, InlineDiff>;
  /** Says which are to be seen now, with the version of each: asks for what is new and forgets the rest. */
  want(wanted: ReadonlyMap<string, string>): void;
  /** Takes in an answer; one that nobody waits for any more is left out. */
  answer(answer: Pick<DiffMessage, 'id' | 'path' | 'parts' | 'notice'>): void;
  /** Forgets all without a word, as when another repository is shown. */
  clear(): void;
}

interface VersionedDiff extends InlineDiff {
  /** The version that was asked for last. */
  readonly version: string;
}

/** The diffs that are open among the files; one question at a time about each. */
export function createDiffs(options: {
  readonly ask: (path: string) => void;
  readonly parse: (text: string) => readonly Row[];
}): Diffs {
  const all = new Map<string, VersionedDiff>();
  let versions: ReadonlyMap<string, string> = new Map();

  const ask = (path: string, version: string) => {
    const { id = 0, parts = null, notice = null } = all.get(path) ?? {};
    all.set(path, { id, parts, notice, asked: true, version });
    options.ask(path);
  };

  return {
    all,
    want(wanted) {
      versions = wanted;
      for (const path of [...all.keys()]) if (!wanted.has(path)) all.delete(path);
      for (const [path, version] of wanted) {
        const known = all.get(path);
        if (known === undefined || (!known.asked && known.version !== version)) ask(path, version);
      }
    },
    answer({ id, path, parts, notice }) {
      const known = all.get(path);
      if (known === undefined) return;
      const drawn = parts.map(({ text, side }) => ({ side, lines: options.parse(text) }));
      all.set(path, { id, parts: parts.length === 0 ? null : drawn, notice, asked: false, version: known.version });
      // It changed while the answer was under way.
      const version = versions.get(path);
      if (version !== undefined && version !== known.version) ask(path, version);
    },
    clear: () => all.clear(),
  };
}

/** A version of all that a file's diff depends on. */
export function versionOf(file: StatusFile, { oid, diffBase }: StatusMessage): string {
  return JSON.stringify([file.version, file.type, file.staged, file.unstaged, file.originalPath, diffBase, oid]);
}
