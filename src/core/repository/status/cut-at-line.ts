/** The lines that fit, or the first of a line that alone does not. */
export function cutAtLine(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf('\n', most - 1) + 1;
  return text.slice(0, end === 0 ? most : end);
}
