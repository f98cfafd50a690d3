import type { Memento } from 'vscode';

/** The commands a person ran, newest first, each once; none that holds a secret. */
export interface History {
  list(): readonly string[];
  add(command: string): void;
  clear(): void;
}

const KEY = 'history.git';

export function createHistory(memento: Memento, size: () => number, redact: (text: string) => string): History {
  const list = () => memento.get<readonly string[]>(KEY, []).slice(0, size());
  return {
    list,
    add(command) {
      if (redact(command) !== command) return;
      const rest = list().filter(each => each !== command);
      void memento.update(KEY, [command, ...rest].slice(0, size()));
    },
    clear: () => void memento.update(KEY, undefined),
  };
}
