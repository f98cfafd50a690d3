/** Where a key is in a list, looked for first near where it was; -1 when it is gone. */
export function indexForKey(wanted: string, count: number, key: (index: number) => string, near: number): number {
  const start = Math.min(Math.max(near, 0), Math.max(count - 1, 0));
  for (let distance = 0; distance < count; distance++) {
    const below = start + distance;
    const above = start - distance;
    if (below < count && key(below) === wanted) return below;
    if (above >= 0 && key(above) === wanted) return above;
    if (below >= count && above < 0) return -1;
  }
  return -1;
}
