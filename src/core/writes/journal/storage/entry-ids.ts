/** A time as ids begin with it: it sorts as time does and may be in the name of a ref. */
export const idStamp = (time: number): string => new Date(time).toISOString().replaceAll(/[-:.]/g, '');

const SHORT = 8;

/** The end of an id: what a model is told, which reads and writes it in full. */
export const shortId = (id: string): string => id.slice(-SHORT);

/** Whether an id is meant by what somebody wrote: all of it, or its end. */
export const isMeantBy = (id: string, written: string): boolean =>
  id === written || (written.length === SHORT && id.endsWith(`-${written}`));

/** Makes ids that sort by time, also those of one moment. */
export function createIds(now: () => number, random: () => string): () => string {
  let latest = 0;
  return () => {
    latest = Math.max(now(), latest + 1);
    return `${idStamp(latest)}-${random().replaceAll('-', '').slice(0, SHORT)}`;
  };
}
