import { dirname, resolve } from 'node:path';
import type { ReadOnlyCommand } from '../command/command.ts';
import { isKnownHost } from '../command/context.ts';
import { firstPathOutside } from './boundary.ts';
import { disk } from './disk.ts';
import type { ConfigLine } from './inspect/config-listing.ts';
import { remoteAddresses } from './inspect/local-remotes.ts';
import type { Guarded, ReadGuard } from './inspect/read-guard.ts';
import { type OwnConfig, ownConfig } from './own-config.ts';
import type { ReadArgs } from './read-subcommands.ts';
import { refusal, unanswered } from './refusal.ts';
import { missingFolder, type RunResult } from './result.ts';

/** A read that may run, and how; or the result of one that something on the disk speaks against. */
export type Prepared =
  | { readonly refused: RunResult }
  | {
      readonly folder: string;
      readonly guarded: Extract<Guarded, { readonly kind: 'guarded' }>;
      /** Given for a read that talks to a remote. */
      readonly own: OwnConfig | undefined;
    };

export interface PrepareReadOptions {
  readonly guard: ReadGuard;
  /** The workspace folders. */
  readonly roots: () => readonly string[];
  /** Hosts known to speak git's own protocol, besides the public forges. */
  readonly hosts: () => readonly string[];
  /** Asks git; undefined when it did not answer. */
  readonly query: (args: ReadArgs, cwd: string, signal?: AbortSignal) => Promise<string | undefined>;
}

export type PrepareRead = (command: ReadOnlyCommand, repository: string, signal?: AbortSignal) => Promise<Prepared>;

/** Looks, right before a read, at all that only the disk can tell about it. */
export function createPrepareRead({ guard, roots, hosts, query }: PrepareReadOptions): PrepareRead {
  /**
   * A folder of tracked files that is now a link out of the workspace. To all of git these files are deleted, but grep
   * goes through the link and prints what it finds there.
   */
  const replacedFolder = async (top: string | undefined, signal?: AbortSignal): Promise<string | undefined> => {
    const deleted = top && (await query(['diff-files', '--name-only', '--diff-filter=D', '-z'], top, signal));
    if (!top || !deleted) return undefined;
    const paths = [...new Set(deleted.split('\0').map(path => dirname(path)))];
    return firstPathOutside({ paths, cwd: '' }, top, roots());
  };

  return async (command, repository, signal) => {
    const { program, hardening, subcommand, rest } = command;
    const { needsSetting } = hardening;
    // -C may lead into a submodule, with a config and an index of its own.
    const folder = resolve(repository, hardening.cwd);
    const outside = await firstPathOutside(hardening, repository, roots());
    if (outside !== undefined) return { refused: refusal('outside-workspace', outside) };
    const gitDirectory = hardening.gitDirectory === '' ? undefined : resolve(folder, hardening.gitDirectory);
    const talksToRemote = program === 'git' && hardening.network;
    const remoteWords = talksToRemote ? rest : undefined;
    const guarded = await guard({ folder, gitDirectory }, { subcommand, remoteWords });
    if (guarded.kind === 'unanswered')
      return { refused: (await disk.exists(folder)) ? unanswered(guarded.answer) : missingFolder(folder) };
    if (guarded.kind === 'obstacle') return { refused: refusal(guarded.obstacle.reason, guarded.obstacle.detail) };
    const { lines, repository: found } = guarded.inspection;
    const replaced = subcommand === 'grep' ? await replacedFolder(found?.top, signal) : undefined;
    if (replaced !== undefined) return { refused: refusal('outside-workspace', replaced) };
    const unmet = await refuseUnmetIn(command, folder, lines);
    if (unmet !== undefined) return { refused: unmet };
    const dav = subcommand === 'push' ? firstDavAddress(rest, lines, hosts()) : undefined;
    if (dav !== undefined) return { refused: refusal('acting-remote', dav) };
    const isSetUp = needsSetting === '' || (await query(['config', '--local', '--get', needsSetting], folder, signal));
    if (isSetUp === undefined) return { refused: refusal('not-set-up', needsSetting) };
    const own = talksToRemote ? ownConfig(lines) : undefined;
    const unsafe = own && firstUnsafeKey(own, hardening.args);
    return unsafe === undefined ? { folder, guarded, own } : { refused: refusal('unsafe-config', unsafe) };
  };
}

async function refuseUnmetIn(
  { verdict: { condition }, hardening: { paths } }: ReadOnlyCommand,
  folder: string,
  lines: readonly ConfigLine[],
): Promise<RunResult | undefined> {
  if (condition === undefined && paths.length === 0) return undefined;
  // It takes a part of the tables, which a window loads with its first command.
  const { refuseSecretLink, refuseUnmet } = await import('./condition.ts');
  return (await refuseSecretLink(paths, folder)) ?? (condition && refuseUnmet(condition, folder, lines));
}

/** An address that may be a WebDAV server's: git would lock a file there before it looks what there is to push. */
function firstDavAddress(words: readonly string[], lines: readonly ConfigLine[], hosts: readonly string[]) {
  return remoteAddresses(words, lines).find(({ address }) => {
    const host = /^https?:\/\/(?:[^/@]*@)?([^/:]*)/i.exec(address)?.[1];
    return host !== undefined && !isKnownHost(host, { hosts });
  })?.address;
}

/** A key of the repository's that no word or setting of ours undoes: some words say which program is the other side. */
function firstUnsafeKey({ detours, stuck }: OwnConfig, args: readonly string[]): string | undefined {
  return detours[0] ?? (args.some(word => /^--(?:receive|upload)-pack=/.test(word)) ? undefined : stuck[0]);
}
