import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

const SECRET_NAME = /KEY|SECRET|TOKEN|PASSWORD|PASS|AUTH(?!OR(?!I))|CREDENTIAL|PRIVATE|OAUTH/i;
/** A shorter value is too likely to be something else. */
export const LEAST_LENGTH = 8;

/**
 * The values of environment variables whose names speak of secrets. Two kinds are not secrets whatever the name
 * says, and hiding them would garble ordinary output: an author's name (`GIT_AUTHOR_NAME`), and the absolute path of
 * something that is there (`SSH_AUTH_SOCK`, `GIT_ASKPASS`, `XAUTHORITY`). A base64 secret may start with a slash as
 * well, so the look of a path alone does not excuse a value.
 */
export function secretValues(
  environment: Readonly<Record<string, string | undefined>>,
  exists: (path: string) => boolean = existsSync,
): string[] {
  const values: string[] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || value.length < LEAST_LENGTH || !SECRET_NAME.test(name)) continue;
    if (isAbsolute(value) && exists(value)) continue;
    values.push(value);
  }
  return values;
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Every spelling under which a secret may turn up in output. */
export function spellings(secret: string): string[] {
  const encoded = encodeURIComponent(Buffer.from(secret).toString());
  const json = inJson(secret);
  const plain = [
    secret,
    json,
    // JSON is text in JSON where an answer quotes another.
    inJson(json),
    secret.replaceAll('\n', '\r\n'),
    encoded,
    encoded.replace(/%../g, hex => hex.toLowerCase()),
  ];
  // As UTF-16 bytes read one by one, whichever of the two comes first.
  const wide = [...secret].join('\0');
  return [...new Set([...plain, wide, ...base64Spellings(secret)])];
}

/** Whether one of the words holds one of the tokens, however it is spelled there. */
export const holdsToken = (words: readonly string[], tokens: readonly string[]): boolean =>
  tokens.some(token => spellings(token).some(spelling => words.some(word => word.includes(spelling))));

/** The base64 of a secret, in either alphabet, of its bytes as UTF-8 and UTF-16. */
export function base64Spellings(secret: string): string[] {
  const cores = [Buffer.from(secret), Buffer.from(secret, 'utf16le')].flatMap(base64Cores);
  return [...new Set(cores.flatMap(core => [core, core.replaceAll('+', '-').replaceAll('/', '_')]))];
}

/**
 * The base64 of a secret, whatever surrounds it (`x-access-token:SECRET`): one core for each of the three
 * alignments, without the characters at either end that also hold bits of a neighbour.
 */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2]
    .map(before => {
      const text = Buffer.concat([Buffer.alloc(before), bytes])
        .toString('base64')
        .replace(/=+$/, '');
      const shared = (before + bytes.length) % 3 === 0 ? 0 : 1;
      return text.slice(before === 0 ? 0 : before + 1, text.length - shared);
    })
    .filter(core => core.length >= LEAST_LENGTH);
}
