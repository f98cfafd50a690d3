/** A time as ids begin with it: it sorts as time does and may be in the name of a ref. */
export const idStamp = (time: number): string => new Date(time).toISOString().replaceAll(/[-:.]/g, '');

/** Makes ids that sort by time, also those of one moment. */
export function createIds(now: () => number, random: () => string): () => string {
  let latest = 0;
  return () => {
    latest = Math.max(now(), latest + 1);
    return `${idStamp(latest)}-${random().replaceAll('-', '').slice(0, 8)}`;
  };
}
