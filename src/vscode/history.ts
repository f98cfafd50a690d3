import type { Memento } from 'vscode';
import type { Program } from '../core/command/command.ts';
import { programOf } from '../core/command/parse.ts';

/** The commands a person ran, newest first, each once; none that holds a secret. */
export interface History {
  /** Those of this program before those of the other. */
  list(program: Program): readonly string[];
  add(command: string): void;
  clear(): void;
}

const PROGRAMS: readonly Program[] = ['git', 'gh'];
const keyOf = (program: Program) => `history.${program}`;

export function createHistory(memento: Memento, size: () => number, redact: (text: string) => string): History {
  const own = (program: Program) => memento.get<readonly string[]>(keyOf(program), []).slice(0, size());
  return {
    list: program => [program, ...PROGRAMS.filter(each => each !== program)].flatMap(own),
    add(command) {
      if (redact(command) !== command) return;
      const program = programOf(command);
      const rest = own(program).filter(each => each !== command);
      void memento.update(keyOf(program), [command, ...rest].slice(0, size()));
    },
    clear() {
      for (const program of PROGRAMS) void memento.update(keyOf(program), undefined);
    },
  };
}
