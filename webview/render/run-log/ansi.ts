/** A stretch of a line that looks the same: classes of `ansi.css`, and a text without escape sequences. */
export interface AnsiPart {
  readonly text: string;
  readonly classes: string;
}

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

interface Look {
  colour: string | null;
  /** A background is shown as a frame in its colour: nothing can be written in the colour of what is behind it. */
  frame: string | null;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
}

const PLAIN: Look = { colour: null, frame: null, bold: false, dim: false, italic: false, underline: false };

/** Colours and what erases to the end of a line; all other sequences stay in the text and are spelled out. */
const SEQUENCE = /\u001b\[([\d;:]{0,64})([mK])/g;

/** A text without the sequences that colour it. */
export const withoutAnsi = (text: string) => (text.includes('\u001b') ? text.replace(SEQUENCE, '') : text);

/** Cuts a line where its look changes; it begins plain, whatever the line before it ended in. */
export function ansiParts(text: string): readonly AnsiPart[] {
  const parts: AnsiPart[] = [];
  let look = PLAIN;
  let at = 0;
  const add = (end: number) => {
    if (end > at) parts.push({ text: text.slice(at, end), classes: classesOf(look) });
  };
  for (const { 0: sequence, 1: codes = '', 2: final, index } of text.matchAll(SEQUENCE)) {
    add(index);
    at = index + sequence.length;
    if (final === 'm') look = lookAfter(look, codes.split(/[;:]/).map(Number));
  }
  add(text.length);
  return parts;
}

function classesOf({ colour, frame, bold, dim, italic, underline }: Look): string {
  const flags = Object.entries({ bold, dim, italic, underline }).flatMap(([name, on]) => (on ? [`ansi-${name}`] : []));
  const shown = frame ?? colour;
  if (frame !== null) flags.push('ansi-frame');
  return [...(shown === null ? [] : [`ansi-${shown}`]), ...flags].join(' ');
}

/** The look after the numbers of a sequence. What hides text is not heeded. */
function lookAfter(before: Look, codes: readonly number[]): Look {
  let look = { ...before };
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (code === 0) look = { ...PLAIN };
    else if (code === 1) look.bold = true;
    else if (code === 2) look.dim = true;
    else if (code === 3) look.italic = true;
    else if (code === 4) look.underline = true;
    else if (code === 22) look = { ...look, bold: false, dim: false };
    else if (code === 23) look.italic = false;
    else if (code === 24) look.underline = false;
    else if (code === 39) look.colour = null;
    else if (code === 49) look.frame = null;
    else if (code === 38 || code === 48) {
      const { colour, used } = extendedColour(codes.slice(at + 1));
      if (code === 38) look.colour = colour;
      else look.frame = colour;
      at += used;
    } else {
      const of = Math.floor(code / 10);
      const colour = COLOURS[code % 10] ?? null;
      if (colour !== null && (of === 3 || of === 9)) look.colour = colour;
      if (colour !== null && (of === 4 || of === 10)) look.frame = colour;
    }
  }
  return look;
}

/** One of 256 colours, or any by its parts: the nearest of the eight that every theme has. */
function extendedColour([kind, ...values]: readonly number[]): {
  readonly colour: string | null;
  readonly used: number;
} {
  const [first = 0, second = 0, third = 0] = values;
  if (kind === 2) return { colour: nearest(first, second, third), used: 4 };
  if (kind !== 5) return { colour: null, used: 0 };
  if (first < 16) return { colour: COLOURS[first % 8] ?? null, used: 2 };
  if (first > 231) return { colour: first > 243 ? 'white' : 'black', used: 2 };
  const cube = first - 16;
  return { colour: nearest(Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6), used: 2 };
}

function nearest(red: number, green: number, blue: number): string | null {
  const half = Math.max(red, green, blue) / 2;
  if (half === 0) return 'black';
  return COLOURS[(red > half ? 1 : 0) + (green > half ? 2 : 0) + (blue > half ? 4 : 0)] ?? null;
}
