/** Clock of the local GitHub: stands still until a test moves it, or runs with the machine's after `run`. */
export class Clock {
  readonly #start: number;
  #offset = 0;
  #runs = false;
  /** What the server's `Date` header is off by; its own time is not. */
  skew = 0;

  constructor(start = '2026-03-02T09:00:00Z') {
    this.#start = Date.parse(start);
  }

  now(): number {
    return (this.#runs ? Date.now() : this.#start) + this.#offset;
  }

  /** Now as GitHub writes times, to the second. */
  stamp(): string {
    return new Date(this.now()).toISOString().replace(/\.\d+Z$/, 'Z');
  }

  advance(time: { seconds?: number; minutes?: number; hours?: number }): void {
    const { seconds = 0, minutes = 0, hours = 0 } = time;
    this.#offset += ((hours * 60 + minutes) * 60 + seconds) * 1000;
  }

  /** From now on it is the machine's time: for a demo whose sample was made in the past. */
  run(): void {
    this.#runs = true;
    this.#offset = 0;
  }

  /** The `Date` header. */
  header(): string {
    return new Date(this.now() + this.skew).toUTCString();
  }
}
