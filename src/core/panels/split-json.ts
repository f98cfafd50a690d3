/** A row longer than this is split further, at what is in it. */
const LONG_ROW = 2000;
const DEEPEST = 6;

/** JSON in one line as rows, each a thing of a list or a field; joined they are the line again. */
export const splitJson = (line: string): string[] => splitAt(line, 1, 0);

/** Splits at the commas so deep in the whole; `outside` is how deep the text begins. */
function splitAt(text: string, depth: number, outside: number): string[] {
  const rows: string[] = [];
  let start = 0;
  for (const at of commasAt(text, depth - outside)) {
    rows.push(text.slice(start, at + 1));
    start = at + 1;
  }
  rows.push(text.slice(start));
  if (depth === DEEPEST) return rows;
  return rows.flatMap((row, at) =>
    row.length > LONG_ROW ? splitAt(row, depth + 1, at === 0 ? outside : depth) : [row],
  );
}

function commasAt(text: string, depth: number): number[] {
  const commas: number[] = [];
  let open = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '[' || char === '{') open += 1;
    else if (char === ']' || char === '}') open -= 1;
    else if (char === ',' && open === depth) commas.push(at);
  }
  return commas;
}
