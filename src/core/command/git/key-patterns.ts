/**
 * A test for keys of git's configuration by patterns in lower case, where `*` stands for any one part. Sections and names are
 * case-insensitive and a subsection may hold dots, so `a.*.b` is "starts with a., ends with .b".
 */
export function keyPatterns(patterns: readonly string[]): (key: string) => boolean {
  const bySection = new Map<string, string[][]>();
  for (const [section = '', ...rest] of patterns.map(pattern => pattern.split('.'))) {
    bySection.set(section, [...(bySection.get(section) ?? []), rest]);
  }
  return key => {
    const [section = '', ...rest] = key.toLowerCase().split('.');
    const parts = rest.length > 1 ? [rest.slice(0, -1).join('.'), rest.at(-1)] : rest;
    const fits = (wanted: readonly string[]) =>
      wanted.length === parts.length && wanted.every((part, at) => part === '*' || part === parts[at]);
    return bySection.get(section)?.some(fits) ?? false;
  };
}
