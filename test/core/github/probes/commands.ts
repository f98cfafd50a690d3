/** A command of the two-sided test: `{run}`, `{job}` and `{gist}` stand for what the sample has. */
export interface ProbedCommand {
  readonly text: string;
  /** The first gh that has it. */
  readonly since?: string;
}

const PULL_FIELDS =
  'additions,assignees,author,baseRefName,body,changedFiles,closed,closedAt,comments,commits,createdAt,deletions,files,headRefName,headRefOid,headRepository,headRepositoryOwner,id,isCrossRepository,isDraft,labels,latestReviews,maintainerCanModify,mergeCommit,mergeStateStatus,mergeable,mergedAt,mergedBy,milestone,number,potentialMergeCommit,projectCards,reactionGroups,reviewDecision,reviewRequests,reviews,state,statusCheckRollup,title,updatedAt,url';
const ISSUE_FIELDS =
  'assignees,author,body,closed,closedAt,comments,createdAt,id,labels,milestone,number,projectCards,reactionGroups,state,title,updatedAt,url';
const REPOSITORY_FIELDS =
  'createdAt,defaultBranchRef,description,forkCount,hasIssuesEnabled,hasProjectsEnabled,hasWikiEnabled,homepageUrl,id,isArchived,isFork,isInOrganization,isPrivate,isTemplate,licenseInfo,name,nameWithOwner,owner,pushedAt,repositoryTopics,sshUrl,stargazerCount,updatedAt,url,viewerPermission,watchers';
const RELEASES_FIELDS = 'createdAt,isDraft,isLatest,isPrerelease,name,publishedAt,tagName';
const RELEASE_FIELDS =
  'apiUrl,author,body,createdAt,id,isDraft,isPrerelease,name,publishedAt,tagName,tarballUrl,targetCommitish,uploadUrl,url,zipballUrl';

/** For each row of the probes the ways to call it that print or choose something else; run where `quotes` is checked out. */
export const COMMANDS: readonly ProbedCommand[] = [
  { text: 'api repos/{owner}/{repo}/issues' },
  { text: 'api repos/octo/demo/pulls --paginate --jq .[].title' },
  { text: 'api -X GET repos/octo/demo/issues -f state=closed -F per_page=3' },
  { text: 'api /user/repos --template {{range.}}{{.name}}{{end}}' },
  { text: 'cache list', since: '2.32.0' },
  { text: 'gist list' },
  { text: 'gist view {gist} --raw' },
  { text: 'gpg-key list' },
  { text: 'issue list' },
  { text: 'issue list --state all --limit 4' },
  { text: 'issue list --label bug' },
  { text: 'issue list --assignee @me --milestone v1.0' },
  { text: 'issue list --author monalisa --state closed' },
  { text: 'issue list --mention monalisa' },
  { text: `issue list --state all --json ${ISSUE_FIELDS}` },
  { text: 'issue status' },
  { text: 'issue view 1' },
  { text: 'issue view 1 --comments' },
  { text: `issue view 1 --json ${ISSUE_FIELDS}` },
  { text: 'issue view 2 --json projectItems', since: '2.31.0' },
  { text: 'label list' },
  { text: 'label list --search bug --json name,color,description' },
  { text: 'org list', since: '2.27.0' },
  { text: 'pr checks' },
  { text: 'pr checks 4' },
  { text: 'pr checks 4 --required' },
  { text: 'pr diff 4' },
  { text: 'pr diff 5 --patch' },
  { text: 'pr diff quotes --name-only' },
  { text: 'pr list' },
  { text: 'pr list --state all --limit 3' },
  { text: 'pr list --state merged' },
  { text: 'pr list --base main --head quotes' },
  { text: 'pr list --draft --label enhancement' },
  { text: 'pr list --author @me --json number,title,statusCheckRollup' },
  { text: 'pr list --assignee monalisa' },
  { text: `pr list --json ${PULL_FIELDS}` },
  { text: 'pr status' },
  { text: 'pr status --json number,title,statusCheckRollup,reviewDecision' },
  { text: 'pr view' },
  { text: 'pr view 4' },
  { text: 'pr view 5 --comments' },
  { text: `pr view 4 --json ${PULL_FIELDS}` },
  { text: `pr view https://github.com/octo/demo/pull/5 --json ${PULL_FIELDS}` },
  { text: 'pr view 4 --json title,statusCheckRollup --jq .statusCheckRollup' },
  { text: 'pr view 5 --json autoMergeRequest', since: '2.27.0' },
  { text: 'release list' },
  { text: 'release list --limit 2' },
  { text: 'release list --exclude-drafts' },
  { text: 'release list --order asc --limit 2', since: '2.46.0' },
  { text: `release list --json ${RELEASES_FIELDS}`, since: '2.46.0' },
  { text: 'release view' },
  { text: 'release view v0.9.0' },
  { text: `release view v0.9.0 --json ${RELEASE_FIELDS}` },
  { text: 'release view --json tagName,assets' },
  { text: 'release view sketch' },
  { text: 'repo deploy-key list' },
  { text: 'repo list' },
  { text: 'repo list octo' },
  { text: `repo list octo --json ${REPOSITORY_FIELDS}` },
  { text: 'repo list octo --json name,visibility', since: '2.24.0' },
  { text: 'repo view' },
  { text: `repo view octo/demo --json ${REPOSITORY_FIELDS}` },
  { text: 'run list' },
  { text: 'run list --branch main --limit 2' },
  { text: 'run list --workflow CI --user hubot' },
  {
    text: 'run list --json conclusion,createdAt,databaseId,displayTitle,event,headBranch,headSha,name,status,updatedAt,url,workflowName',
    since: '2.24.0',
  },
  { text: 'run view {run}' },
  { text: 'run view {run} --log' },
  { text: 'run view --job {job}' },
  { text: 'run view {run} --json conclusion,jobs,status,updatedAt', since: '2.24.0' },
  { text: 'run view {run} --attempt 1', since: '2.32.0' },
  { text: 'secret list' },
  { text: 'secret list --env prod' },
  { text: 'secret list --org octo' },
  { text: 'ssh-key list' },
  { text: 'variable list', since: '2.31.0' },
  { text: 'variable list --org octo', since: '2.31.0' },
  { text: 'workflow list --all' },
  { text: 'workflow view CI' },
];
