import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type UnattendedTerms, WRITE_CLASSES, type WriteClass } from '../core/writes/unattended.ts';
import { isWithin } from '../shared/paths.ts';
import { TEXT } from './text.ts';

export interface McpArguments {
  /** Real paths of the folders to work in; empty when none was named. */
  readonly repositories: readonly string[];
  /** The writes that may run with nobody there; undefined when none were declared. */
  readonly terms: UnattendedTerms | undefined;
  readonly check: boolean;
  readonly json: boolean;
  readonly help: boolean;
}

type Result<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly message: string };

const FLAGS = ['--check', '--help', '--json', '-h'] as const;
const VALUES = ['--actor', '--allow', '--budget', '--repo', '--root'] as const;
/** What a declaration of writes without a person consists of. */
const DECLARATION = ['--allow', '--budget', '--actor', '--root'] as const satisfies readonly Value[];

type Flag = (typeof FLAGS)[number];
type Value = (typeof VALUES)[number];
type Given = ReadonlyMap<Flag | Value, readonly string[]>;

const bad = (message: string) => ({ ok: false, message }) as const;

/** Reads the words after `sluice mcp`. */
export function readArguments(words: readonly string[]): Result<McpArguments> {
  const given = split(words);
  if (!given.ok) return given;
  const is = (flag: Flag) => given.value.has(flag);
  const repositories = foldersOf(given.value.get('--repo'));
  if (!repositories.ok) return repositories;
  const terms = termsOf(given.value);
  if (!terms.ok) return terms;
  const outside = terms.value && repositories.value.find(folder => !isInside(folder, terms.value));
  if (outside !== undefined) return bad(TEXT.outsideRoots(outside));
  return {
    ok: true,
    value: {
      repositories: repositories.value,
      terms: terms.value,
      check: is('--check'),
      json: is('--json'),
      help: is('--help') || is('-h'),
    },
  };
}

const isInside = (folder: string, terms: UnattendedTerms | undefined): boolean =>
  terms?.roots.some(root => isWithin(root, folder)) ?? false;

function split(words: readonly string[]): Result<Given> {
  const given = new Map<Flag | Value, string[]>();
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [name = '', ...rest] = word.split('=');
    const flag = FLAGS.find(each => each === word);
    const option = VALUES.find(each => each === name);
    if (flag !== undefined) given.set(flag, []);
    else if (option === undefined) return bad(TEXT.unknownOption(word));
    else {
      const value = rest.length > 0 ? rest.join('=') : left.shift();
      if (value === undefined || value === '') return bad(TEXT.noValue(option));
      given.set(option, [...(given.get(option) ?? []), value]);
    }
  }
  return { ok: true, value: given };
}

function foldersOf(paths: readonly string[] = []): Result<readonly string[]> {
  const folders = paths.map(path => ({ path, folder: folderAt(resolve(path)) }));
  const missing = folders.find(({ folder }) => folder === undefined);
  if (missing !== undefined) return bad(TEXT.noFolder(missing.path));
  return { ok: true, value: folders.flatMap(({ folder }) => folder ?? []) };
}

function folderAt(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? realpathSync(path) : undefined;
}

/** All of a declaration or nothing: a part of one is a mistake, and a mistake must not end in writes. */
function termsOf(given: Given): Result<UnattendedTerms | undefined> {
  const missing = DECLARATION.filter(option => !given.has(option));
  if (missing.length === DECLARATION.length) return { ok: true, value: undefined };
  if (missing.length > 0) return bad(TEXT.partial(missing));
  const classes = classesOf(given.get('--allow'));
  if (!classes.ok) return classes;
  const limits = limitsOf(given.get('--budget'));
  if (!limits.ok) return limits;
  const [actor = '', ...others] = given.get('--actor') ?? [];
  if (others.length > 0 || !/^[^\p{C}]{1,64}$/u.test(actor)) return bad(TEXT.badActor);
  const roots = foldersOf(given.get('--root'));
  return roots.ok ? { ok: true, value: { ...limits.value, classes: classes.value, actor, roots: roots.value } } : roots;
}

function classesOf(words: readonly string[] = []): Result<ReadonlySet<WriteClass>> {
  const names = words.flatMap(word => word.split(','));
  const unknown = names.find(name => !WRITE_CLASSES.some(each => each === name));
  if (unknown !== undefined) return bad(TEXT.unknownClass(unknown));
  return { ok: true, value: new Set(WRITE_CLASSES.filter(each => names.includes(each))) };
}

const MOST_WRITES = 10_000;
const MOST_MINUTES = 1440;

function limitsOf([text = '', ...others]: readonly string[] = []): Result<
  Pick<UnattendedTerms, 'mostWrites' | 'mostMinutes'>
> {
  const [, writes, minutes] = /^writes=(\d{1,5}),minutes=(\d{1,4})$/.exec(text) ?? [];
  const mostWrites = Number(writes ?? 0);
  const mostMinutes = Number(minutes ?? 0);
  const isGood = (count: number, most: number) => count >= 1 && count <= most;
  if (others.length > 0 || !isGood(mostWrites, MOST_WRITES) || !isGood(mostMinutes, MOST_MINUTES))
    return bad(TEXT.badBudget);
  return { ok: true, value: { mostWrites, mostMinutes } };
}
