/** One line for each option that people use, by group and action. An option without one is offered too, if it only reads. */
type OptionTexts = Readonly<Record<string, string>>;

const REPO: OptionTexts = { '--repo': 'In another repository, as owner/name' };

const JSON_OUTPUT: OptionTexts = {
  '--json': 'Print these fields as JSON: number,title,…',
  '--jq': 'Pick from the JSON with a jq expression',
  '--template': 'Lay the JSON out with a Go template',
};

const LIMIT: OptionTexts = { '--limit': 'How many to list at most' };

const BODY: OptionTexts = {
  '--body': 'The text, in Markdown',
  '--body-file': 'A file that holds the text',
};

const CONVERSATIONS: OptionTexts = {
  '--assignee': 'Only those assigned to somebody; @me is you',
  '--author': 'Only those by somebody; @me is you',
  '--label': 'Only those with a label',
  '--search': 'A search as on GitHub’s pages',
  '--state': 'open, closed or all',
  ...LIMIT,
  ...JSON_OUTPUT,
  ...REPO,
};

const NEW_CONVERSATION: OptionTexts = {
  '--title': 'The title',
  ...BODY,
  '--assignee': 'Assign somebody; @me is you',
  '--label': 'Add a label',
  '--milestone': 'Add it to a milestone',
  '--project': 'Add it to a project',
  ...REPO,
};

const EDITED_CONVERSATION: OptionTexts = {
  '--title': 'A new title',
  ...BODY,
  '--add-label': 'Add a label',
  '--remove-label': 'Remove a label',
  '--add-assignee': 'Assign somebody; @me is you',
  '--remove-assignee': 'Take an assignment back',
  '--milestone': 'Move it to a milestone',
  ...REPO,
};

const SEARCH: OptionTexts = { ...LIMIT, '--sort': 'What to sort by', '--order': 'asc or desc', ...JSON_OUTPUT };

const SEARCHED_CONVERSATIONS: OptionTexts = {
  '--state': 'open or closed',
  '--author': 'By somebody; @me is you',
  '--assignee': 'Assigned to somebody; @me is you',
  '--mentions': 'That mention somebody',
  '--involves': 'That involve somebody in any way',
  '--label': 'With a label',
  '--owner': 'In the repositories of somebody',
  '--repo': 'In one repository, as owner/name',
  '--updated': 'Changed at a date, such as >2026-01-01',
  ...SEARCH,
};

const RELEASE: OptionTexts = {
  '--title': 'The title',
  '--notes': 'The notes, in Markdown',
  '--notes-file': 'A file that holds the notes',
  '--draft': 'Keep it back as a draft',
  '--prerelease': 'Mark it as a prerelease',
  '--target': 'The branch or commit to tag',
  ...REPO,
};

export const GH_OPTION_TEXTS: Readonly<Record<string, OptionTexts>> = {
  api: {
    '--method': 'The HTTP method; GET only reads',
    '--field': 'A parameter; true, false and numbers are no text',
    '--raw-field': 'A parameter that is text',
    '--jq': 'Pick from the answer with a jq expression',
    '--template': 'Lay the answer out with a Go template',
    '--paginate': 'Ask for all pages',
    '--include': 'Show status and headers too',
    '--header': 'A header to send',
  },
  'cache list': { '--key': 'Only keys that begin so', '--sort': 'What to sort by', ...LIMIT, ...REPO },
  'gist list': { '--public': 'Only public gists', '--secret': 'Only secret gists', ...LIMIT },
  'gist view': {
    '--filename': 'One file of it',
    '--files': 'Only the names of its files',
    '--raw': 'As it is written',
  },
  'issue close': { '--comment': 'Say why', '--reason': 'completed or not planned', ...REPO },
  'issue comment': { ...BODY, ...REPO },
  'issue create': NEW_CONVERSATION,
  'issue develop': { '--list': 'List the branches of an issue', '--base': 'Where a new branch starts', ...REPO },
  'issue edit': EDITED_CONVERSATION,
  'issue list': {
    ...CONVERSATIONS,
    '--mention': 'Only those that mention somebody',
    '--milestone': 'Only those of a milestone',
  },
  'issue status': { ...JSON_OUTPUT, ...REPO },
  'issue view': { '--comments': 'Show the comments too', ...JSON_OUTPUT, ...REPO },
  'label create': { '--color': 'Six hexadecimal digits', '--description': 'What it is for', ...REPO },
  'label list': { '--search': 'Only labels with this text', '--sort': 'created or name', ...LIMIT, ...REPO },
  'pr checkout': { '--branch': 'The name of the local branch', '--detach': 'On no branch', ...REPO },
  'pr checks': { '--required': 'Only checks that must pass', ...REPO },
  'pr close': { '--comment': 'Say why', '--delete-branch': 'Delete its branch too', ...REPO },
  'pr comment': { ...BODY, ...REPO },
  'pr create': {
    '--title': 'The title',
    ...BODY,
    '--fill': 'Take title and text from the commits',
    '--base': 'The branch to merge into',
    '--head': 'The branch that holds the commits',
    '--draft': 'Not ready for review yet',
    '--reviewer': 'Ask somebody for a review',
    ...NEW_CONVERSATION,
  },
  'pr diff': { '--name-only': 'Only the names of changed files', '--patch': 'As patches, commit by commit', ...REPO },
  'pr edit': {
    ...EDITED_CONVERSATION,
    '--base': 'Another branch to merge into',
    '--add-reviewer': 'Ask somebody for a review',
    '--remove-reviewer': 'Take a request back',
  },
  'pr list': {
    ...CONVERSATIONS,
    '--state': 'open, closed, merged or all',
    '--base': 'Only those into a branch',
    '--head': 'Only those from a branch',
    '--draft': 'Only drafts',
  },
  'pr merge': {
    '--squash': 'As one commit',
    '--merge': 'With a merge commit',
    '--rebase': 'By replaying its commits',
    '--auto': 'As soon as its requirements are met',
    '--delete-branch': 'Delete its branch too',
    '--subject': 'The first line of the commit message',
    '--body': 'The rest of the commit message',
    '--match-head-commit': 'Only if this is still its last commit',
    ...REPO,
  },
  'pr review': {
    '--approve': 'Approve it',
    '--request-changes': 'Ask for changes',
    '--comment': 'Only comment',
    ...BODY,
    ...REPO,
  },
  'pr status': { ...JSON_OUTPUT, ...REPO },
  'pr view': { '--comments': 'Show the comments too', ...JSON_OUTPUT, ...REPO },
  'release create': {
    ...RELEASE,
    '--generate-notes': 'Let GitHub write the notes',
    '--verify-tag': 'Only if the tag is there already',
    '--latest': 'Mark it as the latest',
  },
  'release delete': {
    '--yes': 'Without the question that gh would ask',
    '--cleanup-tag': 'Delete its tag too',
    ...REPO,
  },
  'release edit': RELEASE,
  'release list': { ...LIMIT, ...REPO },
  'release view': { ...JSON_OUTPUT, ...REPO },
  'repo list': {
    '--language': 'Only those in a language',
    '--topic': 'Only those with a topic',
    '--visibility': 'public, private or internal',
    '--fork': 'Only forks',
    '--source': 'No forks',
    ...LIMIT,
    ...JSON_OUTPUT,
  },
  'repo view': { '--branch': 'The README of another branch', ...JSON_OUTPUT },
  'run cancel': REPO,
  'run list': {
    '--branch': 'Only runs on a branch',
    '--status': 'failure, success, in_progress, …',
    '--workflow': 'Only runs of a workflow',
    '--event': 'Only runs started by push, pull_request, …',
    '--user': 'Only runs started by somebody',
    ...LIMIT,
    ...JSON_OUTPUT,
    ...REPO,
  },
  'run rerun': { '--failed': 'Only the jobs that failed', '--job': 'Only one job', ...REPO },
  'run view': {
    '--log-failed': 'The log of the steps that failed',
    '--log': 'The whole log',
    '--job': 'One job of it',
    '--verbose': 'Show the steps of jobs',
    '--exit-status': 'Fail if the run failed',
    ...JSON_OUTPUT,
    ...REPO,
  },
  'search code': {
    '--owner': 'In the repositories of somebody',
    '--repo': 'In one repository',
    ...LIMIT,
    ...JSON_OUTPUT,
  },
  'search commits': { '--author': 'By somebody', '--repo': 'In one repository', ...SEARCH },
  'search issues': SEARCHED_CONVERSATIONS,
  'search prs': {
    '--review-requested': 'That wait for somebody’s review; @me is you',
    '--checks': 'pending, success or failure',
    ...SEARCHED_CONVERSATIONS,
  },
  'search repos': { '--language': 'In a language', '--stars': 'By stars, such as >100', ...SEARCH },
  status: { '--org': 'Only in one organization', '--exclude': 'Leave repositories out' },
  'workflow list': { '--all': 'Disabled ones too', ...LIMIT, ...REPO },
  'workflow view': { '--yaml': 'Show the file itself', '--ref': 'The branch or tag that has the file', ...REPO },
};
