const number = new Intl.NumberFormat('en');

/** `1,204`. */
export const formatNumber = (count: number): string => number.format(count);

/** `1 file`, `1,204 files`. */
export const amount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
