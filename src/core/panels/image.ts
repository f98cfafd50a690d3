import type { CommandBase } from '../command/command.ts';
import type { GitReader } from '../git/reader.ts';

/** A picture that a command printed, for the page of its panel. */
export interface PanelImage {
  readonly mime: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/svg+xml';
  readonly data: Buffer;
}

/** Larger ones are described, as other binary output is. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The object whose contents a command prints as they are; undefined for every other command. */
export function printedObject({ program, subcommand, rest }: CommandBase): string | undefined {
  if (program !== 'git') return undefined;
  const [first = '', second = '', ...more] = rest;
  const object = subcommand === 'show' && second === '' ? first : CONTENTS.has(`${subcommand} ${first}`) ? second : '';
  return more.length === 0 && /^[^-:][^:]*:./.test(object) ? object : undefined;
}

const CONTENTS: ReadonlySet<string> = new Set(['cat-file blob', 'cat-file -p']);

/** The picture that an object is, told by what it begins with; undefined when it is none or too large. */
export async function readImage(
  git: GitReader,
  root: string,
  object: string,
  redact: (text: string) => string,
): Promise<PanelImage | undefined> {
  const size = await git.read(['cat-file', '-s', object], root);
  if (!size.ok || Number(size.text) > MOST_BYTES) return undefined;
  const data = await git.readBytes(['cat-file', 'blob', object], root);
  const mime = kindOf(data, object);
  // A drawing is text too, and a secret is no less one when it is drawn.
  if (mime === 'image/svg+xml') return { mime, data: Buffer.from(redact(data.toString())) };
  return mime && { mime, data };
}

const BEGINNINGS: readonly (readonly [mime: PanelImage['mime'], begins: (start: string) => boolean])[] = [
  ['image/png', start => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', start => start.startsWith('\xff\xd8\xff')],
  ['image/gif', start => /^GIF8[79]a/.test(start)],
  ['image/webp', start => start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP'],
];

function kindOf(data: Buffer, object: string): PanelImage['mime'] | undefined {
  const start = data.toString('latin1', 0, 1000);
  const isDrawing = /\.svg$/i.test(object) && /^\W*<(?:svg|\?xml|!--|!doctype svg)/i.test(start);
  if (isDrawing && start.includes('<svg')) return 'image/svg+xml';
  return BEGINNINGS.find(([, begins]) => begins(start))?.[0];
}
