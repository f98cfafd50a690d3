import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every hook of githooks(5). */
export const hookNames = [
  ...['applypatch-msg', 'pre-applypatch', 'post-applypatch', 'pre-commit', 'pre-merge-commit', 'prepare-commit-msg'],
  ...['commit-msg', 'post-commit', 'pre-rebase', 'post-checkout', 'post-merge', 'pre-push', 'pre-receive', 'update'],
  ...['proc-receive', 'post-receive', 'post-update', 'reference-transaction', 'push-to-checkout', 'pre-auto-gc'],
  ...['post-rewrite', 'sendemail-validate', 'fsmonitor-watchman', 'post-index-change', 'p4-changelist'],
  ...['p4-prepare-changelist', 'p4-post-changelist', 'p4-pre-submit'],
] as const;

/** Leaves its own name behind, then does what git expects of such a program. */
const script = (marks: string) => `#!/bin/sh
name=\${0##*/}
echo "$name" >>'${marks}'
case $name in
*clean | *smudge) exec cat ;;
*textconv) exec cat "$1" ;;
*process) # Answers the handshake and offers nothing, so that git goes on without it.
  printf '0016git-filter-server\\n000eversion=2\\n00000000'
  exec cat >/dev/null
  ;;
*fsmonitor) printf 'token\\0/\\0' ;;
esac
exit 0
`;

/** The programs a hostile configuration names. Each leaves a mark outside the fixture when it runs. */
export class Programs {
  readonly #folder: string;
  readonly #made = new Set<string>();

  constructor(folder: string, marks: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    writeFileSync(marks, '');
    writeFileSync(join(folder, 'script'), script(marks));
    chmodSync(join(folder, 'script'), 0o755);
  }

  /** The path of the program with this name. */
  named(name: string): string {
    const path = join(this.#folder, name);
    if (!this.#made.has(name)) symlinkSync('script', path);
    this.#made.add(name);
    return path;
  }

  /** Puts every hook into a git folder. */
  hooksInto(gitFolder: string): void {
    mkdirSync(join(gitFolder, 'hooks'), { recursive: true });
    for (const hook of hookNames) symlinkSync(join(this.#folder, 'script'), join(gitFolder, 'hooks', hook));
  }
}
