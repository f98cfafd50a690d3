import { createHash } from 'node:crypto';

/** Strong validator of a body; the same body has another one for another token, as on GitHub. */
export function etagOf(body: string | Buffer, token: string | undefined): string {
  return `"${createHash('sha256')
    .update(token ?? '')
    .update('\0')
    .update(body)
    .digest('hex')}"`;
}

/** Whether `If-None-Match` names the validator; weak ones compare equal to their strong form. */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some(one => {
    const tag = one.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag;
  });
}
