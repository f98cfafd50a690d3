const LONGEST = 120;

/** Gives rows keys that are theirs alone and that a refresh finds again: what they show, and which of its like they are. */
export function createKeys(): (what: string) => string {
  /** How often each was given away, also those that got a number. */
  const given = new Map<string, number>();
  return what => {
    const short = what.length > LONGEST ? what.slice(0, LONGEST) : what;
    let count = given.get(short);
    if (count === undefined) {
      given.set(short, 1);
      return short;
    }
    let key = `${short}\0${count}`;
    while (given.has(key)) {
      count += 1;
      key = `${short}\0${count}`;
    }
    given.set(short, count + 1);
    given.set(key, 1);
    return key;
  };
}
