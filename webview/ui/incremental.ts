/** Work cut into pieces so short that the page can draw and listen between any two of them. */
export type Incremental<Result> = Generator<undefined, Result, undefined>;

/** As many items as make a piece: few enough for the slowest of them, too many to be felt in the time all take. */
export const BATCH = 250;

/** `map`, in pieces. */
export function* mapIncrementally<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): Incremental<readonly Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    made.push(make(item, made.length));
    if (made.length % BATCH === 0) yield;
  }
  return made;
}

/** Does all that is left at once. */
export function runToEnd<Result>(steps: Incremental<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** As `memo`, for what is made in pieces: what was begun for the same arguments is gone on with. */
export function memoIncremental<Arguments extends readonly unknown[], Result>(
  make: (...args: Arguments) => Incremental<Result>,
): (...args: Arguments) => Incremental<Result> {
  let last: {
    readonly args: Arguments;
    readonly steps: Incremental<Result>;
    result?: { readonly value: Result };
  } | null = null;
  return function* (...args) {
    if (last?.args.every((arg, at) => Object.is(arg, args[at])) !== true) last = { args, steps: make(...args) };
    const mine = last;
    // Not `yield*`: whoever drops these steps would end those that are kept.
    while (mine.result === undefined) {
      const { done, value } = mine.steps.next();
      if (done) mine.result = { value };
      else yield;
    }
    return mine.result.value;
  };
}
