/** A request GitHub refuses, said the same way by REST (status, message) and GraphQL (type, message). */
export class Refusal extends Error {
  constructor(
    readonly status: 400 | 403 | 404 | 405 | 409 | 410 | 415 | 422,
    message: string,
    readonly details: { type?: string; errors?: unknown[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
  }

  /** GraphQL's word for it. */
  get type(): string {
    return (
      this.details.type ?? (this.status === 404 ? 'NOT_FOUND' : this.status === 403 ? 'FORBIDDEN' : 'UNPROCESSABLE')
    );
  }
}

export const notFound = (): Refusal => new Refusal(404, 'Not Found');

/** An endpoint or field that GitHub has and the local one has not: never a quiet null. */
export class NotModelled extends Error {
  constructor(readonly what: string) {
    super(`The local GitHub has no ${what}.`);
  }
}
