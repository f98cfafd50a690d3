import type { Node } from '../table.ts';
import { compare } from './compare.ts';
import { configuration } from './config.ts';
import { history } from './history.ts';
import { meta } from './meta.ts';
import { objects } from './objects.ts';
import { patches } from './patches.ts';
import { plumbing } from './plumbing.ts';
import { pushing } from './push.ts';
import { refs } from './refs.ts';
import { remotes } from './remotes.ts';
import { stores } from './stores.ts';
import { worktree } from './worktree.ts';
import { alwaysWrites } from './writes.ts';

/** Every git subcommand Sluice knows, by its exact name: `git LOG` runs an alias. */
export const subcommands: ReadonlyMap<string, Node> = new Map(
  [
    history,
    compare,
    refs,
    objects,
    worktree,
    configuration,
    remotes,
    pushing,
    stores,
    patches,
    meta,
    plumbing,
    alwaysWrites,
  ].flatMap(family => Object.entries(family)),
);
