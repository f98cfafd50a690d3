import type { Impact, ImpactContext } from '../impact/impact.ts';
import { type SnapshotScope, WIDEST } from '../snapshot-scope.ts';
import { type ForeseenLine, type KnownLine, type LineTable, readLine, type WriteLine } from '../write-line.ts';

/**
 * All that the write side knows of one mutating subcommand. Its risk is decided in `core/command`, which judges before
 * anything here is loaded and may not import it; the examples, which a test runs through `classify`, keep the two in step.
 */
export interface WriteRecord {
  readonly subcommand: string;
  /** The actions that are foreseen of a subcommand whose first word chooses one. */
  readonly actions: readonly string[];
  readonly read: (words: readonly string[], cwd: string) => WriteLine;
  /** The parts of the repository that the journal saves before the command runs. */
  readonly touches: (line: WriteLine) => SnapshotScope;
  /** The effect the command would have; undefined when that cannot be foreseen. It throws when git does not answer. */
  readonly impact: ((line: ForeseenLine, context: ImpactContext) => Promise<Impact>) | undefined;
  /** Undefined when an allowance covers only exactly the same command. */
  readonly allowance: AllowanceOptions | undefined;
  readonly examples: Examples;
}

/** The options under which an allowance covers other names and files too; with any other there is no allowance. */
export interface AllowanceOptions {
  /** By the name that the option table calls them, or as `--no-x`. */
  readonly options: readonly string[];
  /** Those whose value may be any other: messages. */
  readonly free?: readonly string[];
}

/** Whole commands, by the risk that `classify` finds in them. */
export interface Examples {
  readonly destructive?: readonly string[];
  readonly remote?: readonly string[];
  readonly local?: readonly string[];
}

export interface WriteSpec extends LineTable {
  readonly touches: SnapshotScope | ((line: KnownLine) => SnapshotScope);
  /** The scope of a line with something on it that is in no table; the widest when it is left out. */
  readonly touchesAtMost?: SnapshotScope | ((line: WriteLine) => SnapshotScope);
  readonly impact?: WriteRecord['impact'];
  readonly allowance?: AllowanceOptions;
  readonly examples: Examples;
}

export function write(subcommand: string, spec: WriteSpec): WriteRecord {
  const { touches, touchesAtMost = WIDEST, impact, allowance, examples } = spec;
  return {
    subcommand,
    actions: Object.keys(spec.actions ?? {}),
    read: (words, cwd) => readLine(spec, subcommand, words, cwd),
    touches: line => {
      if (typeof touches !== 'function') return touches;
      if (line.known !== undefined) return touches({ ...line, known: line.known });
      return typeof touchesAtMost === 'function' ? touchesAtMost(line) : touchesAtMost;
    },
    impact,
    allowance,
    examples,
  };
}
