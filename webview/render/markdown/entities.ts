const NAMED: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', nbsp: '\u00a0', quot: '"' };

/** Text with the character references of HTML resolveEntities, as far as people write them by hand. */
export function resolveEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:(amp|apos|gt|lt|nbsp|quot)|#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6}));/g,
    (whole, name, decimal, hex) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
