/** A line of a file and the commit it is from. */
export interface BlameLine {
  /** The line as it was printed. */
  readonly text: string;
  readonly commit: string;
  readonly author: string;
  readonly date: string;
  /** Milliseconds since the epoch; null when the date does not say. */
  readonly time: number | null;
  readonly number: number;
  readonly content: string;
}
