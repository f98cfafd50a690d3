import type { Form } from '../../src/core/command/table.ts';
import { files, folders, globalWords, hostileValues, positionalsOf, revisions, valuesOf } from './pools.ts';
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

/** Each option of each form in each spelling, once with a fitting value and once with a hostile one. */
function* systematic(spot: Spot, own: readonly string[], random: Random): Generator<string[]> {
  for (const form of spot.leaf.forms) {
    const line = (options: readonly string[], positionals = realPositionals(spot, form, random)) => [
      ...spot.words,
      ...needed(form, random),
      ...options,
      ...positionals,
    ];
    yield line([]);
    const fitting = (row: Row) => random.pick(valuesOf(row.option.kind, row.option, row.written));
    for (const row of rowsOf(spot)) {
      for (const options of spellings(row, fitting(row))) yield line(options);
      for (const options of spellings(row, random.pick(hostileValues))) yield line(options);
      for (const written of aliases(row)) yield line(random.pick(spellings({ ...row, written }, fitting(row))));
      // Nothing but the value: what the table takes for one may be a positional to git, or the other way round.
      for (const word of random.shuffle(lone).slice(0, 3)) yield line([row.written, word], []);
      // After the positionals, and in front of what makes the form one: the value may be swallowed.
      const positionals = realPositionals(spot, form, random);
      yield [...spot.words, ...random.pick(spellings(row, fitting(row))), ...needed(form, random), ...positionals];
      yield [...spot.words, ...positionals, ...needed(form, random), ...random.pick(spellings(row, fitting(row)))];
    }
    for (const name of own) for (const written of aliases(unlisted(name))) yield line([written]);
    for (const hostile of hostileValues) yield line([], [...realPositionals(spot, form, random), hostile]);
  }
}

/** Anything goes: options of its own and of others, acts among reads, hostile words anywhere. */
function wild(spot: Spot, own: readonly string[], random: Random): string[] {
  const rows = rowsOf(spot);
  const value = (row: Row) =>
    random.chance(0.2) ? random.pick(hostileValues) : random.pick(valuesOf(row.option.kind, row.option, row.written));
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

/** Command lines without end, the same for the same seed: half from going through the tables, half by chance. */
export function* generate(seed: number, { known, options }: OwnWords): Generator<string[]> {
  const random = new Random(seed);
  const queues = readingSpots.map(spot => {
    const own = options.get(titleOf(spot)) ?? [];
    // What this git does not have only shows that no alias takes its place: a little of that is enough.
    const share = known.has(spot.words[0] ?? '') ? 1 : 0.15;
    return { spot, own, share, through: random.shuffle([...systematic(spot, own, random)]) };
  });
  for (const words of [['--version'], ['--exec-path'], ['-v'], ['--help'], ['--html-path'], ['-h']]) yield words;
  for (;;) {
    // In turn, so that small tables are gone through whole and large ones do not drown them.
    for (const { spot, own, share, through } of queues) {
      if (!random.chance(share)) continue;
      const next = through.pop();
      if (next) yield next;
      yield wild(spot, own, random);
    }
    yield writing(random);
  }
}
