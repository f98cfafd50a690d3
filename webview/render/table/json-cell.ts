/** The keys that tell a nested object from others, as GitHub names them. */
const TELLING = ['login', 'nameWithOwner', 'name', 'title', 'slug', 'oid', 'number', 'id'] as const;

/** A JSON value in the words of a cell: objects by what they are called, lists with commas. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(item => cellOf(item)).join(', ');
  if (typeof value !== 'object') return String(value);
  for (const name of TELLING) {
    const telling: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
    if ((typeof telling === 'string' && telling !== '') || typeof telling === 'number') return String(telling);
  }
  return JSON.stringify(value);
}
