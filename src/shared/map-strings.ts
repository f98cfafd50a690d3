/** A value of JSON with each of its strings changed; the names of fields stay. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map(each => mapStrings(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return mapFields({ ...value }, change);
}

/** The same of the fields of an object. */
export const mapFields = (
  fields: Readonly<Record<string, unknown>>,
  change: (text: string) => string,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, mapStrings(each, change)]));
