import type { ToResultPage } from '../../src/protocol/to-result-page.ts';

/** The ways an output can be shown. */
export type Kind =
  | 'text'
  | 'diff'
  | 'log'
  | 'table'
  | 'bars'
  | 'blame'
  | 'json'
  | 'markdown'
  | 'checks'
  | 'report'
  | 'run-log';

/** One line of what is shown: the list draws only those in sight. */
export interface Row {
  /** The same row keeps its key over a refresh: folds, selection and scroll hang on it. */
  readonly key: string;
  /** The text that the filter looks at and that copying gives. */
  readonly text: string;
  /** A row that heads others folds all rows after it that are deeper. */
  readonly depth: number;
  readonly heads: boolean;
  /** A head that is folded until somebody opens it. */
  readonly closed?: boolean;
  /** The commit it is about, as printed: the editor has a menu for it. */
  readonly commit?: string;
  /**
   * Makes the row's element, `div.row`; links in it are `a.link` with `data-kind`, `data-value` and perhaps `data-line`.
   * A head's has a `span.twistie`, seen when the parent element has `aria-expanded`, which it then shows.
   * What the host told is what is known by now: a row drawn again later may show more.
   */
  draw(known?: Known): HTMLElement;
}

export interface Column {
  readonly name: string;
  readonly numeric: boolean;
  /** In characters; `columnTemplate` of columns.ts makes a grid of them that the header shares with the rows. */
  readonly width: number;
}

export interface Sort {
  readonly column: number;
  readonly descending: boolean;
}

/** Parents of commits by the id that is printed, as far as they are known; those of a map only ever become more. */
export type Parents = ReadonlyMap<string, readonly string[]>;

/** A name that points at a commit. */
export interface CommitRef {
  readonly kind: 'head' | 'branch' | 'remote' | 'tag';
  readonly name: string;
}

/** The host's answers about commits, by the id that is printed. */
export interface KnownCommits {
  readonly parents: Parents;
  /** Who wrote it, and when in milliseconds since the epoch. */
  readonly authors: ReadonlyMap<string, { readonly author: string; readonly time: number }>;
  readonly refs: (id: string) => readonly CommitRef[];
}

/** A pull request as the host tells of it beside what gh printed. */
export type PullFacts = NonNullable<Extract<ToResultPage, { type: 'pull' }>['facts']>;

/** All that the host told by now beside the output. */
export interface Known extends KnownCommits {
  readonly pull: PullFacts | null;
}

export const NOTHING_KNOWN: Known = { parents: new Map(), authors: new Map(), refs: () => [], pull: null };

/** A person's choices that a renderer heeds; folds and filter come after it. */
export interface RenderOptions {
  readonly sideBySide: boolean;
  /** Null for the order of the output. */
  readonly sort: Sort | null;
}

/** An output made ready to be shown. */
export interface Document {
  readonly kind: Kind;
  readonly rows: readonly Row[];
  /** The header of a table, above the rows; clicking a column sorts by it. */
  readonly columns: readonly Column[] | null;
  /** Commits whose parents, authors and refs would be shown, in the order shown. */
  readonly wantsCommits: readonly string[];
  /** Rows are as tall as what is in them, as in Markdown, and have to be measured. */
  readonly tall: boolean;
}

/** The command an output is of, as the host took it apart. */
export interface Command {
  readonly program: 'git' | 'gh';
  /** `log`, `stash show`, `pr view`, …. */
  readonly subcommand: string;
  /** The words after it, up to `--`. */
  readonly args: readonly string[];
}
