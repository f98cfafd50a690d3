const number = new Intl.NumberFormat('en');

/** `1,204`. */
export const formatNumber = (count: number): string => number.format(count);

/** `870 bytes`, `12.3 KB`, `4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return amount(bytes, 'byte');
  const unit = bytes < 1e6 ? 'KB' : bytes < 1e9 ? 'MB' : 'GB';
  const size = bytes / { KB: 1e3, MB: 1e6, GB: 1e9 }[unit];
  return `${size < 100 ? Number(size.toFixed(1)) : Math.round(size)} ${unit}`;
}

/** `1 file`, `1,204 files`. */
export const amount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
