/** When colours are used: `auto` is on a terminal, unless NO_COLOR says otherwise. */
export type ColorWish = 'always' | 'auto' | 'never';

const CODES = { green: 32, yellow: 33, red: 31, dim: 2 } as const;
export type Color = keyof typeof CODES;

/** Colours a text, or leaves it as it is. No colour says anything that no word says. */
export type Paint = (color: Color, text: string) => string;

export const plain: Paint = (_color, text) => text;

/** For text on one stream. */
export function paintFor(
  wish: ColorWish,
  stream: Pick<NodeJS.WriteStream, 'isTTY'>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Paint {
  const { NO_COLOR = '', TERM } = environment;
  const isWanted = wish === 'auto' ? stream.isTTY === true && NO_COLOR === '' && TERM !== 'dumb' : wish === 'always';
  return isWanted ? (color, text) => `\u001b[${CODES[color]}m${text}\u001b[0m` : plain;
}
