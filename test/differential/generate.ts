import type { Form } from '../../src/core/command/table.ts';
import { files, folders, globalWords, hostileValues, positionalsOf, revisions, sentinels, valuesOf } from './pools.ts';
import { Random } from './random.ts';
import { aliases, cluster, type Row, spell, spellings, unlisted } from './spell.ts';
import { readingSpots, type Spot, writingWords } from './spots.ts';

/** What git itself says of its words. */
export interface OwnWords {
  /** The subcommands it has. */
  readonly known: ReadonlySet<string>;
  /** The long options of each, or of an action of it. */
  readonly options: ReadonlyMap<string, readonly string[]>;
}

const rowsOf = (spot: Spot): Row[] => [...spot.leaf.options].map(([written, option]) => ({ written, option }));
const everyRow = readingSpots.flatMap(rowsOf);
const titleOf = (spot: Spot) => spot.words.join(' ');

/** Words after a form's options that a person would write. */
function realPositionals(spot: Spot, form: Form, random: Random): readonly string[] {
  const { least, most, kind } = form.takes;
  const usual = positionalsOf[titleOf(spot)] ?? (kind === 'rev' ? revisionsAndPaths(random) : []);
  const fitting = usual.filter(({ length }) => length >= least && length <= most);
  if (fitting.length > 0 && random.chance(0.85)) return random.pick(fitting);
  const count = random.between(least, Math.min(most, Math.max(least, 2)));
  return Array.from({ length: count }, () => random.pick(valuesOf(kind)));
}

function revisionsAndPaths(random: Random): string[][] {
  const revision = random.pick(revisions);
  const path = random.pick([...files, ...folders]);
  return [[], [revision], [revision], [revision, random.pick(revisions)], [revision, '--', path], ['--', path]];
}

const needed = (form: Form, random: Random) => (form.with ? [random.pick(form.with)] : []);

/** Words that do something to whoever takes them for a name, a file or an object. */
const lone = [
  'newname',
  'HEAD',
  'HEAD:x.flt',
  'HEAD:x.conv',
  'change.patch',
  'x.flt',
  'x.conv',
  'raw',
  'user.name',
  'origin',
];

/** The words of one form of one spot, with everything that goes into a command line. */
class Lines {
  readonly #spot: Spot;
  readonly #form: Form;
  readonly #random: Random;

  constructor(spot: Spot, form: Form, random: Random) {
    this.#spot = spot;
    this.#form = form;
    this.#random = random;
  }

  line(options: readonly string[], positionals = realPositionals(this.#spot, this.#form, this.#random)): string[] {
    return [...this.#spot.words, ...needed(this.#form, this.#random), ...options, ...positionals];
  }

  /** The form as it is, and with an option after what ends the options for the table: it may not end them for git. */
  *bare(): Generator<string[]> {
    const positionals = () => realPositionals(this.#spot, this.#form, this.#random);
    yield this.line([]);
    for (const end of ['--', '--end-of-options']) {
      yield this.line([], [...positionals(), end, '--output=hacked']);
      yield this.line([end], [...positionals(), '--output=hacked']);
      yield this.line([end], ['--output=hacked', ...positionals()]);
    }
  }

  /** What makes the form one, with a value by which git may take it for not given, and a word that is then no pattern. */
  *switchedOff(): Generator<string[]> {
    const rows = rowsOf(this.#spot).filter(
      ({ option }) => this.#form.with?.includes(option.name) && takesValue(option),
    );
    for (const row of rows) {
      for (const sentinel of sentinels) {
        for (const options of spellings(row, sentinel)) yield [...this.#spot.words, ...options, 'newname'];
      }
    }
  }

  /** Each option once with a fitting value, once with a hostile one, and once with a word that may be no value to git. */
  *plain(): Generator<string[]> {
    const random = this.#random;
    for (const row of rowsOf(this.#spot)) {
      yield this.line(random.pick(spellings(row, fitting(row, random))));
      yield this.line(random.pick(spellings(row, random.pick(hostileValues))));
      yield this.line([row.written, random.pick(lone)], []);
    }
  }

  /** Each option in every spelling, cut, negated, before and after the rest, and the options git has and the table has not. */
  *odd(own: readonly string[]): Generator<string[]> {
    const random = this.#random;
    for (const row of rowsOf(this.#spot)) {
      for (const written of aliases(row)) {
        yield this.line(random.pick(spellings({ ...row, written }, fitting(row, random))));
      }
      for (const options of spellings(row, fitting(row, random))) yield this.line(options);
      for (const word of lone) yield this.line([row.written, word], []);
      // In front of what makes the form one, and after the positionals: either may be swallowed.
      const positionals = realPositionals(this.#spot, this.#form, random);
      const option = () => random.pick(spellings(row, fitting(row, random)));
      yield [...this.#spot.words, ...option(), ...needed(this.#form, random), ...positionals];
      yield [...this.#spot.words, ...positionals, ...needed(this.#form, random), ...option()];
    }
    for (const name of own) for (const written of aliases(unlisted(name))) yield this.line([written]);
    for (const hostile of hostileValues) {
      yield this.line([], [...realPositionals(this.#spot, this.#form, random), hostile]);
    }
  }
}

const takesValue = ({ arity }: Row['option']) => arity !== 'flag';

const fitting = ({ option, written }: Row, random: Random) => random.pick(valuesOf(option.kind, option, written));

/** Anything goes: options of its own and of others, acts among reads, hostile words anywhere. */
function wild(spot: Spot, own: readonly string[], random: Random): string[] {
  const rows = rowsOf(spot);
  const value = (row: Row) => (random.chance(0.2) ? random.pick(hostileValues) : fitting(row, random));
  const option = (): string[] => {
    const chance = random.next();
    if (chance < 0.06 && own.length > 0) return spell(unlisted(random.pick(own)), random.pick(hostileValues), random);
    const row = random.pick(chance < 0.16 || rows.length === 0 ? everyRow : rows);
    if (chance < 0.3) {
      const shorts = rows.filter(({ written }) => /^-[a-zA-Z]$/.test(written));
      if (shorts.length > 0)
        return cluster([random.pick(shorts), random.pick(shorts), random.pick(shorts)], value(row));
    }
    return spell(row, value(row), random);
  };
  const form = random.pick(spot.leaf.forms);
  const options = [needed(form, random), ...Array.from({ length: random.between(0, 4) }, option)];
  const positionals = realPositionals(spot, form, random).map(word => [word]);
  if (random.chance(0.1)) positionals.push([random.pick(hostileValues)]);
  if (random.chance(0.1))
    positionals.splice(random.between(0, positionals.length), 0, [random.pick(['--', '--end-of-options'])]);
  const mixed = random.chance(0.3)
    ? random.shuffle([...options, ...positionals])
    : [...random.shuffle(options), ...positionals];
  const [name = '', ...action] = spot.words;
  const before = spot.before.size > 0 && random.chance(0.3) ? groupOption(spot, random) : [];
  const globals = random.chance(0.2)
    ? Array.from({ length: random.between(1, 2) }, () => random.pick(globalWords)).flat()
    : [];
  return [...globals, random.chance(0.01) ? name.toUpperCase() : name, ...before, ...action, ...mixed.flat()];
}

function groupOption(spot: Spot, random: Random): string[] {
  const [written, option] = random.pick([...spot.before]);
  return spell({ written, option }, random.pick(valuesOf(option.kind, option, written)), random);
}

/** Subcommands and actions that never only read, with options of others: for what is called mutating too readily. */
function writing(random: Random): string[] {
  const options = Array.from({ length: random.between(0, 2) }, () => {
    const row = random.pick(everyRow);
    return spell(row, random.pick(valuesOf(row.option.kind, row.option, row.written)), random);
  });
  return [
    ...random.pick(writingWords),
    ...options.flat(),
    ...(random.chance(0.5) ? [random.pick(valuesOf('rev'))] : []),
  ];
}

/** Spots that share their options with others, such as log and show, take turns instead of each having one. */
function shareOf(spot: Spot, known: ReadonlySet<string>): number {
  const sharing = readingSpots.filter(({ leaf }) => leaf.options === spot.leaf.options && leaf.options.size > 0).length;
  // What this git does not have only shows that no alias takes its place: a little of that is enough.
  return (known.has(spot.words[0] ?? '') ? 1 : 0.15) / Math.max(1, sharing);
}

/** Command lines without end, the same for the same seed: two thirds from going through the tables, one by chance. */
export function* generate(seed: number, { known, options }: OwnWords): Generator<string[]> {
  const random = new Random(seed);
  const queues = readingSpots.map(spot => {
    const own = options.get(titleOf(spot)) ?? [];
    const lines = spot.leaf.forms.map(form => new Lines(spot, form, random));
    const plain = random.shuffle(lines.flatMap(each => [...each.plain()]));
    const odd = random.shuffle(lines.flatMap(each => [...each.odd(own)]));
    const bare = lines.flatMap(each => [...each.bare(), ...each.switchedOff()]);
    return { spot, own, share: shareOf(spot, known), bare, through: [...odd, ...plain] };
  });
  // No place is left out, however few commands are asked for.
  for (const { bare } of queues) yield* bare;
  for (const words of [['--version'], ['--exec-path'], ['-v'], ['--help'], ['--html-path'], ['-h']]) yield words;
  for (;;) {
    // In turn, so that small tables are gone through whole and large ones do not drown them.
    for (const { spot, own, share, through } of queues) {
      if (!random.chance(share)) continue;
      yield* through.splice(-2);
      yield wild(spot, own, random);
    }
    yield writing(random);
  }
}
