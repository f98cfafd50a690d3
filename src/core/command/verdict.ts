import type { Facet } from '../change.ts';

/** Something a command may do besides printing; a command is read-only exactly when its effects are within {network}. */
export type Effect =
  | 'network'
  | 'writes-repo'
  | 'writes-files'
  | 'writes-remote'
  | 'runs-program'
  | 'opens-ui'
  | 'interactive'
  | 'long-running'
  | 'reveals-secret'
  | 'reads-outside';

/** How bad a mistake would be: `local` can be undone by the journal, `remote` leaves the machine, `destructive` can lose work. */
export type Risk = 'none' | 'local' | 'remote' | 'destructive';

/** Something a read-only command's output depends on: when it changes, the command has to run again. */
export type Dependency = Facet | 'nothing';

export interface ReadOnlyVerdict {
  readonly class: 'read-only';
  readonly effects: readonly 'network'[];
  readonly risk: 'none';
  readonly reason: string;
  readonly dependsOn: readonly Dependency[];
  /** What must hold besides; it is looked at just before every run, and a person is asked where it does not. */
  readonly condition?: Condition;
}

/** What the words alone cannot tell of a read. */
export interface Condition {
  /** Keys of git's config, `*` for any one part, none of which may be set: each makes this command run a program. */
  readonly unset: readonly string[];
  /** Paths as written that may not be folders: those could hold files with secrets. */
  readonly files: readonly string[];
}

/** A program that a command starts or makes git or gh start later, for a person to read in full before it runs. */
export interface ProgramUse {
  readonly starts: 'now' | 'later';
  /** `bisect run ./x.sh`, `core.hooksPath = /tmp/x`: never cut. */
  readonly text: string;
}

interface HeldBack<Class> {
  readonly class: Class;
  readonly effects: readonly Effect[];
  readonly risk: Exclude<Risk, 'none'>;
  readonly reason: string;
  /** Where there are any, the risk is `destructive`, and each run needs a question of its own. */
  readonly programs: readonly ProgramUse[];
  readonly dependsOn: readonly [];
}

/** Waits for a person. */
export type MutatingVerdict = HeldBack<'mutating'>;

/** Never runs; the reason says why and, where there is one, the safe form. */
export type RefusedVerdict = HeldBack<'refused'>;

export type Verdict = ReadOnlyVerdict | MutatingVerdict | RefusedVerdict;
