const UNITS: Readonly<Record<string, number>> = {
  year: 31_557_600_000,
  month: 2_629_800_000,
  week: 604_800_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1_000,
};

/** The time of a date as git writes it; one that says how long ago counts from zero. Null when it cannot be told. */
export function timeOf(date: string): number | null {
  if (date === '') return null;
  if (date.endsWith('ago')) {
    return -[...date.matchAll(/(\d+) (\w+?)s?\b/g)].reduce(
      (sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0),
      0,
    );
  }
  const [, seconds] = /^(\d{9,11})(?: [-+]\d{4})?$/.exec(date) ?? [];
  if (seconds !== undefined) return Number(seconds) * 1000;
  const time = Date.parse(date.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ([-+]\d\d)(\d\d)$/, '$1T$2$3:$4'));
  return Number.isNaN(time) ? null : time;
}
