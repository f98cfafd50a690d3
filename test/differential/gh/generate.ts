import { groups } from '../../../src/core/command/gh/groups.ts';
import type { Form } from '../../../src/core/command/table.ts';
import { Random } from '../random.ts';
import { cluster, type Row } from '../spell.ts';
import { readingSpotsOf, type Spot } from '../spots.ts';
import { hostileValues, phrasesOf, positionalsOf, valuesOf, valuesOfKind, wholeCommands } from './pools.ts';

/** Every place of the gh tables with a form that only reads. */
export const ghSpots = readingSpotsOf(groups);

/** The fields that a gh can print as JSON, by command: what it lists itself for `--json` alone. */
export type Fields = ReadonlyMap<string, readonly string[]>;

const rowsOf = (spot: Spot): Row[] => [...spot.leaf.options].map(([written, option]) => ({ written, option }));
const everyRow = ghSpots.flatMap(rowsOf);
export const titleOf = ({ words }: Pick<Spot, 'words'>): string => words.join(' ');

/** The name by which the tables of words know a spot: `pr ls` is `pr list`, `cs view` is `codespace view`. */
function knownAs(spot: Spot): string {
  const same = ghSpots.find(({ leaf }) => leaf === spot.leaf);
  return titleOf(same ?? spot);
}

/** Every way in which gh reads an option with a value; the first is the plainest. */
export function spellings({ written, option }: Row, value: string): string[][] {
  const long = written.startsWith('--');
  if (option.arity === 'flag')
    return [[written], [`${written}=false`], [`${written}=true`], [written, `${written}=${value}`]];
  const attached = long ? [[`${written}=${value}`]] : [[`${written}${value}`], [`${written}=${value}`]];
  const apart = [written, value];
  return option.arity === 'optional' ? [[written], ...attached, apart] : [apart, ...attached, [written]];
}

/** Command lines without end, the same for the same seed: bare forms first, then every option in every spelling, then chance. */
export function* generate(seed: number, fields: Fields): Generator<readonly string[]> {
  const random = new Random(seed);
  const lines = ghSpots.map(spot => new Lines(spot, fields, random));
  for (const each of lines) yield* each.bare();
  yield* wholeCommands;
  const queues = lines.map(each => random.shuffle([...each.spelled()]));
  for (;;) {
    // In turn, so that small tables are gone through whole and large ones do not drown them.
    for (const [at, each] of lines.entries()) {
      yield* queues[at]?.splice(-2) ?? [];
      yield each.wild();
    }
  }
}

/** The command lines of one spot. */
class Lines {
  readonly #spot: Spot;
  readonly #rows: readonly Row[];
  readonly #fields: readonly string[];
  readonly #random: Random;
  readonly #name: string;

  constructor(spot: Spot, fields: Fields, random: Random) {
    this.#spot = spot;
    this.#rows = rowsOf(spot);
    this.#name = knownAs(spot);
    this.#fields = fields.get(this.#name) ?? [];
    this.#random = random;
  }

  *bare(): Generator<string[]> {
    for (const form of this.#spot.leaf.forms) yield this.#line(form, []);
  }

  /** Each option in every spelling, with what fits it and with what does harm. */
  *spelled(): Generator<string[]> {
    for (const form of this.#spot.leaf.forms) {
      for (const phrase of phrasesOf[this.#name] ?? []) yield this.#line(form, phrase);
      for (const row of this.#rows) {
        for (const options of spellings(row, this.#fitting(row))) yield this.#line(form, options);
        for (const options of spellings(row, this.#random.pick(hostileValues))) yield this.#line(form, options);
        yield [...this.#spot.words, ...this.#positionals(form), ...this.#needed(form), row.written];
      }
      for (const hostile of hostileValues) {
        yield this.#line(form, [], [...this.#positionals(form), hostile]);
        yield this.#line(form, [], ['--', ...this.#positionals(form), hostile]);
      }
    }
  }

  /** Anything goes: options of its own and of others, clusters, hostile words anywhere, options before the group and the action. */
  wild(): string[] {
    const random = this.#random;
    const form = random.pick(this.#spot.leaf.forms);
    const options = Array.from({ length: random.between(0, 4) }, () => this.#option());
    const phrases = phrasesOf[this.#name] ?? [];
    if (phrases.length > 0 && random.chance(0.4)) options.push([...random.pick(phrases)]);
    const positionals = this.#positionals(form).map(word => [word]);
    if (random.chance(0.1)) positionals.push([random.pick(hostileValues)]);
    const parts = [this.#needed(form), ...options];
    const mixed = random.chance(0.4) ? random.shuffle([...parts, ...positionals]) : [...parts, ...positionals];
    const [group = '', ...action] = this.#spot.words;
    const before = random.chance(0.1) ? spellingOf(random, '-R', 'octo/demo') : [];
    const between = random.chance(0.1) ? spellingOf(random, '--repo', 'octo/demo') : [];
    return [...before, group, ...(action.length > 0 ? between : []), ...action, ...mixed.flat()];
  }

  #option(): string[] {
    const random = this.#random;
    const row = random.pick(this.#rows.length === 0 || random.chance(0.08) ? everyRow : this.#rows);
    const value = random.chance(0.15) ? random.pick(hostileValues) : this.#fitting(row);
    const shorts = this.#rows.filter(({ written }) => /^-[a-zA-Z]$/.test(written));
    if (shorts.length > 0 && random.chance(0.15)) return cluster([random.pick(shorts), random.pick(shorts)], value);
    return random.pick(spellings(row, value));
  }

  #line(form: Form, options: readonly string[], positionals = this.#positionals(form)): string[] {
    return [...this.#spot.words, ...this.#needed(form), ...options, ...positionals];
  }

  #needed(form: Form): string[] {
    if (form.with === undefined) return [];
    const name = this.#random.pick(form.with);
    const row = this.#rows.find(({ written }) => written === name);
    return row === undefined ? [name] : (spellings(row, this.#fitting(row))[0] ?? []);
  }

  #positionals({ takes }: Form): readonly string[] {
    const usual = (positionalsOf[this.#name] ?? []).filter(
      ({ length }) => length >= takes.least && length <= takes.most,
    );
    if (usual.length > 0) return this.#random.pick(usual);
    return Array.from({ length: takes.least }, () => this.#random.pick(valuesOfKind(takes.kind)));
  }

  #fitting(row: Row): string {
    const values = valuesOf(row, this.#fields);
    const isList = row.option.name === '--json' && this.#random.chance(0.6);
    return isList ? [this.#random.pick(values), this.#random.pick(values)].join(',') : this.#random.pick(values);
  }
}

const spellingOf = (random: Random, written: string, value: string): string[] =>
  random.pick(spellings({ written, option: { name: '--repo', arity: 'value', kind: 'any' } }, value));
