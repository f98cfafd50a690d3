/** The same things in their order, at most so many together. */
export function partsOf<T>(items: readonly T[], most: number): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += most) parts.push(items.slice(at, at + most));
  return parts;
}
