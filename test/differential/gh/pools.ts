import type { ValueKind } from '../../../src/core/command/table.ts';
import type { Row } from '../spell.ts';

/** Ids that differ from fixture to fixture: `@run@` in a command stands for one. */
export const nameWords = ['commit', 'gist', 'job', 'project', 'run'] as const;
export type NameOf = (typeof nameWords)[number];

const PROGRAM = '@PROGRAM@';

/** The command as it is run in one fixture. */
export function fill(
  args: readonly string[],
  { names, program }: { readonly names: Readonly<Record<NameOf, string>>; readonly program: string },
): string[] {
  const withNames = (word: string) => nameWords.reduce((text, name) => text.replaceAll(`@${name}@`, names[name]), word);
  return args.map(word => withNames(word.replaceAll(PROGRAM, program)));
}

const list = (text: string) => text.trim().split(/\s+/);
/** Word lists divided by `|`. */
const lists = (text: string) => text.split('|').map(part => (part.trim() === '' ? [] : list(part)));

const pulls = lists('4|5|6|7||fix-crash|quotes|https://github.com/octo/demo/pull/4|#4|octo:fix-crash|999');
const issues = lists('1|2|3|https://github.com/octo/demo/issues/1|#2|4|999');
const repositories = lists(
  '|octo/demo|demo|monalisa/dotfiles|https://github.com/octo/demo|github.com/octo/demo|octo/no',
);
const endpoints = [
  ...list('user /user rate_limit octocat repos/octo/demo repos/{owner}/{repo} repos/:owner/:repo/pulls user/repos'),
  ...list(
    'repos/octo/demo/issues?state=all repos/octo/demo/issues/1/comments repos/octo/demo/pulls/4/files users/hubot',
  ),
  ...list('repos/octo/demo/contents/README.md repos/octo/demo/commits/@commit@ repos/octo/demo/branches?per_page=1'),
  ...list(
    'https://api.github.com/repos/octo/demo/labels repos/octo/demo/actions/runs search/issues?q=crash gists/@gist@',
  ),
  ...list(
    'repos/octo/demo/releases repos/octo/demo/pulls/4 repos/{owner}/{repo}/branches/{branch} orgs/octo repos/no/no',
  ),
];
const queries = [
  '{viewer{login}}',
  'query{repository(owner:"octo",name:"demo"){issues(first:2){nodes{title}}}}',
  'query Named($endCursor: String) { viewer { repositories(first: 1, after: $endCursor) { nodes { name } pageInfo { hasNextPage endCursor } } } }',
  '# mutation {\n{ viewer { ...f } } fragment f on User { login }',
  '{ a: viewer { login } b: repository(owner: "octo", name: "mutation { x }") { id } }',
];
const mutations = [
  'mutation { addStar(input: { starrableId: "x" }) { clientMutationId } }',
  '{ viewer { login } } mutation { x }',
  'subscription { x }',
  'query { viewer { login } } mutation x { closeIssue(input: { issueId: "x" }) { clientMutationId } }',
];

/** Words after a command that it makes sense with; others get what the kind of their positionals says. */
export const positionalsOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  api: endpoints.map(each => [each]),
  browse: lists('|4|src/parser.ts|src/parser.ts:1|@commit@|README.md:1-2'),
  'cache list': [[]],
  'codespace view': [[]],
  completion: [[]],
  'config get': lists('editor|git_protocol|browser|pager|http_unix_socket|prompt'),
  'extension search': lists('|trap|branch'),
  'gist view': lists('@gist@|https://gist.github.com/@gist@|none'),
  help: lists('|pr|pr list|formatting|environment'),
  'issue develop': issues,
  'issue view': issues,
  'pr checks': pulls,
  'pr diff': pulls,
  'pr view': pulls,
  'project field-list': lists('@project@|9'),
  'project item-list': lists('@project@|9'),
  'project view': lists('@project@|9'),
  'release download': lists('|v0.9.0|v1.0.0-rc1'),
  'release view': lists('|v0.9.0|v1.0.0-rc1|none'),
  'repo gitignore view': lists('Go|Node'),
  'repo license view': lists('mit|gpl-3.0'),
  'repo list': lists('|octo|monalisa'),
  'repo view': repositories,
  'ruleset check': lists('|main|quotes'),
  'ruleset view': lists('1|9'),
  'run view': lists('@run@|@run@|9'),
  'search code': lists('parse|parse repo:octo/demo'),
  'search commits': lists('docs|crash'),
  'search issues': lists('crash|quotes|crash -- -label:bug|'),
  'search prs': lists('quotes|crash|'),
  'search repos': lists('demo|'),
  'variable get': lists('STAGE|REGION|NONE'),
  'workflow view': lists('CI|ci.yml|none'),
};

/** Groups of words that only make sense together, put where options stand. */
export const phrasesOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  api: [
    ...lists('-X GET|-XGET|-X=GET|--method get|--method=HEAD|-iXGET|-X DELETE -X GET|-X GET -f per_page=1'),
    ...lists(
      '-X GET -F page=1 --paginate|-X GET -f state=all -f per_page=2|-X=get -fper_page=1|--method GET -F a=true',
    ),
  ],
  codespace: [],
  'release download': lists('-O - -p demo.txt|-O- -p demo.txt|--output=- --pattern *.txt|-O - --archive zip'),
  'run view': lists('--log|--log-failed|-v|--exit-status|-j @job@|--job=@job@ --log'),
};

/** Whole commands, besides those that the tables make. */
export const wholeCommands: readonly (readonly string[])[] = [
  ...queries.map(query => ['api', 'graphql', '-f', `query=${query}`]),
  ...queries.map(query => ['api', 'graphql', '--paginate', '-F', `query=${query}`, '--jq', '.data']),
  ...mutations.flatMap(query => [
    ['api', 'graphql', '-f', `query=${query}`],
    ['api', 'graphql', '-f', `query=${queries[0]}`, '-f', `query=${query}`],
    ['api', 'graphql', '-X', 'GET', '-f', `query=${query}`],
  ]),
  ...lists('|--version|--help|-h|version|pr|pr -h|issue|repo -h|pr merge --help|repo delete --help|api --help|help'),
  ...lists('-R octo/demo pr list|--repo octo/demo pr view 4|pr -R octo/demo list|--repo=octo/demo issue list'),
];

const repos = list('octo/demo github.com/octo/demo https://github.com/octo/demo monalisa/dotfiles octo/none');
const jqs = list('. .[] length .[0] keys .[].number .[]|select(.number>4) {env:.x} map(.title) .data.viewer');
const templates = ['{{.}}', '{{range .}}{{.number}}{{"\\n"}}{{end}}', '{{len .}}', '{{tablerow "a"}}{{tablerender}}'];
const anyValue = list('1 2 main bug octo demo all open quotes hubot @me');

/** Values of options that take only a certain sort of them, by any of their names. */
const byName: Readonly<Record<string, readonly string[]>> = {
  '--app': list('dependabot actions'),
  '--archive': list('zip tar.gz'),
  '--assignee': list('monalisa @me hubot'),
  '--attempt': list('1 2'),
  '--author': list('hubot @me monalisa'),
  '--base': ['main'],
  '--branch': list('main quotes fix-crash'),
  '--checks': list('success pending'),
  '--codespace': ['none'],
  '--color': list('always never auto'),
  '--commit': list('@commit@ HEAD last'),
  '--created': list('2026-01-01 >2020-01-01'),
  '--env': list('prod none'),
  '--event': list('push pull_request'),
  '--exclude': list('*.md octo/demo'),
  '--filename': list('notes.md ci.yml'),
  '--format': ['json'],
  '--head': list('quotes fix-crash'),
  '--header': ['Accept: application/vnd.github+json', 'X-GitHub-Api-Version: 2022-11-28', 'If-None-Match: "x"'],
  '--host': ['github.com'],
  '--hostname': ['github.com'],
  '--interval': ['1'],
  '--job': ['@job@'],
  '--jq': jqs,
  '--key': ['npm'],
  '--label': list('bug enhancement none'),
  '--language': list('typescript go'),
  '--limit': list('1 2 30'),
  '--mention': list('monalisa @me'),
  '--method': list('GET HEAD get'),
  '--milestone': ['v1.0'],
  '--order': list('asc desc'),
  '--org': ['octo'],
  '--output': ['-'],
  '--owner': list('octo @me monalisa'),
  '--pattern': list('demo.txt *.txt'),
  '--ref': list('main refs/heads/main'),
  '--repo': repos,
  '--review': list('approved required'),
  '--search': list('quotes is:open sort:updated-desc'),
  '--shell': list('bash zsh fish powershell'),
  '--sort': list('created updated name created_at'),
  '--state': list('open closed merged all'),
  '--status': list('completed failure in_progress'),
  '--template': templates,
  '--user': list('hubot monalisa'),
  '--visibility': list('public private'),
  '--workflow': list('CI ci.yml'),
};

/** What a person would write for the value of an option. `fields` are what gh itself says it can print. */
export function valuesOf({ option, written }: Row, fields: readonly string[]): readonly string[] {
  if (option.name === '--json' && fields.length > 0) return fields;
  const { kind } = option;
  if (typeof kind === 'object' && 'oneOf' in kind) return kind.oneOf;
  return byName[written] ?? byName[option.name] ?? anyValue;
}

export const valuesOfKind = (kind: ValueKind): readonly string[] =>
  kind === 'path' ? list('notes.txt README.md src/parser.ts') : anyValue;

/** What someone would write who wants an effect. */
export const hostileValues: readonly string[] = [
  ...list(
    '--web -w --web=true -wfalse --watch --show-token -t -X -XDELETE --method=POST -f -fa=b -Fa=@.env --input=.env',
  ),
  ...list(
    `--cache=1h --verbose -e --editor -d --delete-branch --clobber -O -Dhacked --output=hacked -c --checkout --follow`,
  ),
  ...list(`--help -h -- - create delete edit ${PROGRAM} !${PROGRAM} $(${PROGRAM}) @.env @- /etc/passwd .env ../home`),
  ...list(
    'evil.example/octo/demo ghe.example.com/octo/demo https://evil.example/octo/demo/pull/4 git@evil.example:octo/demo',
  ),
  ...list(
    'https://api.github.com@evil.example/user http://api.github.com/user graphql /graphql repos/../graphql %67raphql',
  ),
  ...list('env $ENV.GH_TOKEN .[]|env input inputs repeat(.) range(1e9) @base64 {{env}} -1 0 true false'),
  ...['', ' ', 'X-HTTP-Method-Override: DELETE', 'Authorization: token x', 'mutation { x }', 'query=mutation { x }'],
];
