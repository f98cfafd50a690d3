/** The columns of gh's lists, which gh names only on a terminal. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'cache list': ['ID', 'Key', 'Size', 'Created', 'Accessed'],
  'gist list': ['ID', 'Description', 'Files', 'Visibility', 'Updated'],
  'issue list': ['Number', 'State', 'Title', 'Labels', 'Updated'],
  'label list': ['Name', 'Description', 'Color'],
  'pr checks': ['Name', 'State', 'Elapsed', 'Link', 'Description'],
  'pr list': ['Number', 'Title', 'Branch', 'State', 'Created'],
  'release list': ['Title', 'Type', 'Tag', 'Published'],
  'repo list': ['Name', 'Description', 'Info', 'Updated'],
  'run list': ['Status', 'Conclusion', 'Title', 'Workflow', 'Branch', 'Event', 'ID', 'Elapsed', 'Created'],
  'search issues': ['Repository', 'Number', 'State', 'Title', 'Labels', 'Updated'],
  'search prs': ['Repository', 'Number', 'State', 'Title', 'Labels', 'Updated'],
  'secret list': ['Name', 'Updated'],
  'variable list': ['Name', 'Value', 'Updated'],
  'workflow list': ['Name', 'State', 'ID'],
};

/** The names of a list's columns; another version of gh may print others, so their number has to be right. */
export function ghColumns(name: string, count: number): readonly string[] | null {
  const names = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  return names?.length === count ? names : null;
}
