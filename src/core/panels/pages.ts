/** Cuts text into pages of at most `budget` characters, at line ends where a line fits; joined they are the text. */
export function pagesOf(text: string, budget: number): readonly string[] {
  const size = budget >= 1 ? Math.floor(budget) : 1;
  const pages: string[] = [];
  for (let start = 0; start < text.length; ) {
    const end = pageEnd(text, start, size);
    pages.push(text.slice(start, end));
    start = end;
  }
  return pages.length > 0 ? pages : [''];
}

function pageEnd(text: string, start: number, budget: number): number {
  const limit = start + budget;
  if (limit >= text.length) return text.length;
  const line = text.lastIndexOf('\n', limit - 1) + 1;
  if (line > start) return line;
  if (!splitsPair(text, limit)) return limit;
  return limit - 1 > start ? limit - 1 : limit + 1;
}

function splitsPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}
