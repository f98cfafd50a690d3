import type { Program } from '../command.ts';
import { groups } from '../gh/groups.ts';
import { subcommands } from '../git/subcommands.ts';
import type { Node } from '../table.ts';
import { GH_AFTER_OPTION, GH_GRAMMAR } from './gh-grammar.ts';
import { GH_OPTION_TEXTS } from './gh-option-texts.ts';
import { GH_EVERYDAY } from './gh-subcommand-texts.ts';
import { AFTER_OPTION, GRAMMAR, type Grammar, type Place } from './grammar.ts';
import { OPTION_TEXTS } from './option-texts.ts';
import { EVERYDAY } from './subcommand-texts.ts';

/** All that completion knows of a program, by the paths of its subcommands: `log`, `stash show`, `pr view`. */
export interface Language {
  readonly table: ReadonlyMap<string, Node>;
  /** What people run, in the order it is offered. */
  readonly everyday: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly grammar: Readonly<Record<string, Grammar>>;
  /** By path and option, or by the option alone where it means the same everywhere. */
  readonly afterOption: Readonly<Record<string, readonly Place[]>>;
}

export const LANGUAGES: Readonly<Record<Program, Language>> = {
  git: {
    table: subcommands,
    everyday: EVERYDAY,
    options: OPTION_TEXTS,
    grammar: GRAMMAR,
    afterOption: AFTER_OPTION,
  },
  gh: {
    table: groups,
    everyday: GH_EVERYDAY,
    options: GH_OPTION_TEXTS,
    grammar: GH_GRAMMAR,
    afterOption: GH_AFTER_OPTION,
  },
};
