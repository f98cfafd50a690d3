/** Clock of the local GitHub: stands still until a test moves it, or follows the machine's (`real`). */
export class Clock {
  #offset = 0;
  readonly #start: number | undefined;
  /** What the server's `Date` header is off by; its own time is not. */
  skew = 0;

  constructor(start: string | 'real' = '2026-03-02T09:00:00Z') {
    this.#start = start === 'real' ? undefined : Date.parse(start);
  }

  now(): number {
    return (this.#start ?? Date.now()) + this.#offset;
  }

  /** Now as GitHub writes times, to the second. */
  stamp(): string {
    return toStamp(this.now());
  }

  advance(time: { seconds?: number; minutes?: number; hours?: number }): void {
    const { seconds = 0, minutes = 0, hours = 0 } = time;
    this.#offset += ((hours * 60 + minutes) * 60 + seconds) * 1000;
  }

  /** The `Date` header. */
  header(): string {
    return new Date(this.now() + this.skew).toUTCString();
  }
}

export const toStamp = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
