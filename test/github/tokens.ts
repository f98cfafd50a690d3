/** Access of a fine-grained token: a permission's name (`issues`, `contents`, `pull_requests`, …) and how far it goes. */
export type Level = 'read' | 'write';
export type Permissions = Record<string, Level>;

/** A token this GitHub knows. */
export interface Token {
  value: string;
  login: string;
  /** `revoked` answers 401; `pending` (fine-grained, waits for the organization) reads what is public only. */
  state: 'good' | 'revoked' | 'pending';
  /** Scopes of a classic token, sent as `X-OAuth-Scopes`; fine-grained tokens have none. */
  scopes?: string[];
  /** Permissions of a fine-grained token; a classic one may what its person may. */
  permissions?: Permissions;
  /** Organizations whose single sign-on this token was not authorised for. */
  needsSso?: string[];
  expires?: string;
}

export class Tokens {
  readonly #known = new Map<string, Token>();

  add(token: Omit<Token, 'state'> & { state?: Token['state'] }): Token {
    const whole: Token = { ...token, state: token.state ?? 'good' };
    this.#known.set(whole.value, whole);
    return whole;
  }

  revoke(value: string): void {
    const token = this.#known.get(value);
    if (token === undefined) throw new Error('There is no such token.');
    token.state = 'revoked';
  }

  find(value: string): Token | undefined {
    return this.#known.get(value);
  }
}

/** The token in an `Authorization` header, however it is spelled. */
export function tokenIn(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [, scheme = '', value = ''] = /^(\S+)\s+(.*)$/.exec(header) ?? [];
  if (/^(token|bearer)$/i.test(scheme)) return value;
  if (!/^basic$/i.test(scheme)) return header;
  const [, password] = Buffer.from(value, 'base64').toString().split(':');
  return password ?? '';
}

/** Whether the token's permissions reach that far; `metadata` is always given. */
export function permits(token: Token | undefined, needs: Permissions): boolean {
  const { permissions } = token ?? {};
  if (permissions === undefined) return true;
  return Object.entries(needs).every(
    ([name, level]) =>
      name === 'metadata' || permissions[name] === 'write' || (level === 'read' && permissions[name] === 'read'),
  );
}
