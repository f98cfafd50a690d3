/** The columns of gh's lists, which gh names only on a terminal. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'cache list': ['ID', 'Key', 'Size', 'Created', 'Accessed'],
  'gist list': ['ID', 'Description', 'Files', 'Visibility', 'Updated'],
  'issue list': ['Number', 'State', 'Title', 'Labels', 'Updated'],
  'label list': ['Name', 'Description', 'Color'],
  'pr list': ['Number', 'Title', 'Branch', 'State', 'Created'],
  'project field-list': ['Name', 'Type', 'ID'],
  'project item-list': ['Type', 'Title', 'Number', 'Repository', 'ID'],
  'project list': ['Number', 'Title', 'State', 'ID'],
  'release list': ['Title', 'Type', 'Tag', 'Published'],
  'repo deploy-key list': ['ID', 'Title', 'Access', 'Key', 'Created'],
  'repo list': ['Name', 'Description', 'Visibility', 'Updated'],
  'ruleset list': ['ID', 'Name', 'Source', 'Status', 'Rules'],
  'run list': ['Status', 'Conclusion', 'Title', 'Workflow', 'Branch', 'Event', 'ID', 'Elapsed', 'Created'],
  'search issues': ['Repository', 'Number', 'State', 'Title', 'Labels', 'Updated'],
  'search prs': ['Repository', 'Number', 'State', 'Title', 'Labels', 'Updated'],
  'search repos': ['Name', 'Description', 'Visibility', 'Updated'],
  'secret list': ['Name', 'Updated'],
  'ssh-key list': ['Title', 'Key', 'Added', 'ID', 'Type'],
  'variable list': ['Name', 'Value', 'Updated'],
  'workflow list': ['Name', 'State', 'ID'],
};

/** The names of a list's columns; another version of gh may print others, so their number has to be right. */
export function ghColumns(name: string, count: number): readonly string[] | null {
  const names = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  return names?.length === count ? names : null;
}
