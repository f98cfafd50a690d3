import type { Option, ValueKind } from '../../src/core/command/table.ts';
import type { Fixture } from './fixture.ts';

/** Stand-ins for what differs from fixture to fixture, so that one list of commands serves all of them. */
const PROGRAM = '@PROGRAM@';
const FOLDER = '@FOLDER@';
const names = ['blob', 'commit', 'merge', 'pack', 'short', 'tag', 'tree'] as const;

/** The command as it is run in one fixture. */
export function fill(args: readonly string[], { program, folder, names: own }: Fixture): string[] {
  const withNames = (word: string) => names.reduce((text, name) => text.replaceAll(`@${name}@`, own[name]), word);
  return args.map(word => withNames(word.replaceAll(PROGRAM, program).replaceAll(FOLDER, folder)));
}

const list = (text: string) => text.trim().split(/\s+/);

export const revisions = list(`
  HEAD main topic theirs partial feature/odd v1.0 light signed HEAD~1 HEAD^ v1.0^{} @ main..topic main...topic ^topic HEAD^@
  HEAD~3..HEAD HEAD^! stash@{0} stash^3 HEAD@{0} @{u} origin/main MERGE_HEAD :/signed HEAD^{tree} HEAD:dir
  refs/notes/commits refs/bisect/bad @commit@ @merge@ @short@ @merge@..@commit@
`);
const blobs = list('HEAD:a.txt HEAD:x.flt HEAD:x.conv HEAD:x.proc :0:a.txt :2:conflict.txt stash@{0}:x.ext');
export const files = [
  ...list(
    'a.txt x.ext x.conv x.flt x.proc x.mrg conflict.txt staged.txt added.txt dir/moved.txt dir/b.txt dir/deep/c.c',
  ),
  ...list('bin.dat link run.sh e.crlf ./-dash ./--output=x ignored.log .gitmodules'),
  ...['name with spaces.txt', `quo"te's.txt`, 'ünï cödé.txt', 'trailing blank ', 'untracked file.txt'],
];
export const folders = list('. dir dir/deep sub raw embedded nested linked build sub/s.ext raw/s.conv');
const pathspecs = list('*.conv :/ :!dir :(icase)A.TXT :(glob)**/*.c :(attr:filter=one) *');
const remotes = list('origin backup smuggled helper . ./sub embedded nested raw changes.bundle');
const patterns = list('line main refs/heads/* v* topic l.ne HEAD origin x.conv');
const formats = [
  ...list('oneline short medium full fuller reference email raw %N %gD %C(auto)%d %<(10,trunc)%s'),
  ...['%H %s', 'format:%h %an%n%b', '%(trailers:key=Reviewed-by)', '%(describe)', '%(describe:tags=true,abbrev=4)'],
];
const refFormats = [
  ...list(
    '%(refname) %(contents) %(upstream:track) %(if)%(HEAD)%(then)*%(end) %(trailers) %(contents:signature) %(raw)',
  ),
  ...list('%(worktreepath) %(ahead-behind:main) %(describe) %(objectname:short)%(subject)'),
];
const sorts = list('refname -committerdate version:refname objectsize authordate -taggerdate');
const numbers = list('1 2 5 10');
const anyValue = [...numbers, ...list('HEAD main a.txt dir auto always all full x *')];

/** Values of options that take only a certain sort of them, by the name as written or, failing that, the full one. */
const byName: Readonly<Record<string, string>> = {
  '-<n>': '1 2 3',
  '-B': '2 50% 20%/60%',
  '-C': '2 50%',
  '-G': 'line main',
  '-I': 'line',
  '-L': '1,3:a.txt 2,+2 :main:dir/deep/c.c 1,2 ours /line/',
  '-M': '50% 90',
  '-S': 'line a.txt',
  '-U': '0 5',
  '-X': 'files lines,cumulative',
  '-e': 'line *.log x',
  '-f': '.mailmap .gitmodules a.txt',
  '-t': 'blob commit int bool path',
  '-v': '2',
  '-w': '80 76,6,9',
  '--abbrev': '4 8 40',
  '--after': '2023-01-01 1.week.ago',
  '--author': 'Ann nobody',
  '--batch': '%(objectname)%(objecttype)%(rest)',
  '--batch-check': '%(objectsize:disk)',
  '--blob': 'HEAD:.gitmodules',
  '--branches': '* t*',
  '--color': 'always never auto',
  '--color-moved': 'zebra dimmed-zebra no',
  '--color-moved-ws': 'no ignore-all-space',
  '--column': 'always never dense',
  '--contains': 'main topic @merge@',
  '--count': '1 5',
  '--date': 'iso relative format:%Y unix',
  '--decorate': 'short full auto no',
  '--default': 'HEAD nothing',
  '--diff-algorithm': 'histogram myers patience',
  '--diff-filter': 'AM d R',
  '--dirstat': 'files 10',
  '--dirty': '-dirty .x',
  '--disambiguate': '@short@',
  '--encoding': 'UTF-8 ISO-8859-1',
  '--exclude': '*.log v* topic',
  '--expire': 'now never 1.day.ago',
  '--filter': 'blob:none tree:1 HEAD:x.flt x.flt',
  '--find-object': '@blob@ HEAD:a.txt',
  '--git-path': 'index hooks objects',
  '--glob': 'refs/heads/*',
  '--group': 'author committer trailer:reviewed-by format:%as format:%G? %GS',
  '--ignore-rev': 'HEAD~3',
  '--ignore-submodules': 'none dirty all',
  '--ignored': 'traditional no matching',
  '--mailmap-blob': 'HEAD:.mailmap',
  '--match': 'v*',
  '--merged': 'main topic',
  '--missing': 'print allow-any',
  '--no-contains': 'v1.0',
  '--no-merged': 'topic',
  '--object-dir': '.git/objects',
  '--path': 'a.txt x.flt x.conv',
  '--path-format': 'absolute relative',
  '--points-at': 'HEAD v1.0',
  '--porcelain': 'v1 v2 2',
  '--ref': 'commits other',
  '--relative': 'dir dir/',
  '--remotes': 'origin',
  '--rotate-to': 'a.txt x.ext',
  '--short': '7',
  '--since': '2023-01-01 yesterday',
  '--skip-to': 'a.txt x.ext',
  '--source': 'HEAD topic',
  '--start-after': 'refs/heads/main',
  '--stat': '80 60,20,5',
  '--tags': 'v*',
  '--type': 'bool int path color expiry-date',
  '--until': '2030-01-01',
  '--untracked-files': 'no normal all',
  '--url': 'https://example.com/x',
  '--whitespace': 'warn fix nowarn',
  '--with-tree': 'HEAD topic',
  '--word-diff': 'plain color porcelain',
};

/** Options whose value is a number, by the way they are named. */
const counts = /width|count|context|limit|depth|size|length|number|threads|factor|skip|age$|^-[ln]$/;

/** What a person would write for a value of this kind, or for a positional when no option is given. */
export function valuesOf(kind: ValueKind, option?: Pick<Option, 'name'>, written = ''): readonly string[] {
  if (typeof kind === 'object' && 'oneOf' in kind) return kind.oneOf;
  const known = byName[written] ?? byName[option?.name ?? ''];
  if (known !== undefined) return list(known);
  if (counts.test(written) || (typeof kind === 'object' && 'upTo' in kind)) return numbers;
  switch (kind) {
    case 'path':
      return [...files, ...folders];
    case 'rev':
      return [...revisions, ...revisions, ...blobs, ...files, ...folders, ...pathspecs];
    case 'pretty':
      return formats;
    case 'ref-format':
      return refFormats;
    case 'ref-sort':
      return sorts;
    case 'remote':
      return remotes;
    default:
      return option ? anyValue : [...patterns, ...revisions];
  }
}

/** What someone would write who wants an effect: options, programs, addresses, ways out, and nothing at all. */
export const hostileValues: readonly string[] = [
  ...list(`--output=hacked --output -O -O${PROGRAM} --open-files-in-pager=${PROGRAM} --ext-diff --textconv --filters`),
  ...list(`-w -d -D -f -m -c -C --exec=${PROGRAM} --upload-pack=${PROGRAM} --apply --no-list --no-dry-run --no-stdout`),
  ...list('--no-only-input --no-get --edit --force --show-signature --submodule=diff --remerge-diff --no-index'),
  ...list(
    '--lost-found --help -h -- - add clear delete expire drop prune set update remove diff remerge tgz true no -1 0',
  ),
  ...list(
    `ext::${PROGRAM} EXT::${PROGRAM} smuggled:y file://${FOLDER}/remote.git fd::7 !${PROGRAM} |${PROGRAM} ${PROGRAM}`,
  ),
  ...list(`$(${PROGRAM}) \`${PROGRAM}\` ;${PROGRAM} @{-1} :(attr:filter) newname refs/heads/newname new.key hacked`),
  ...list('%G? %h%G? %+GS %-G? %<(5)%GK %C(red)%GG format:%%%G? %x25G? sig oneline-sig signature -signature'),
  ...list('%(signature) %(*signature:grade) format:%(if)%(signature)%(then)x%(end)'),
  ...list(`../.. .. ../home / ${FOLDER} ${FOLDER}/hacked`),
  ...['', ' ', '% G?', `ext::sh -c ${PROGRAM}%`],
];

/** Values by which an option may count as not given: -1, what overflows to it, and nothing at all. */
export const sentinels: readonly string[] = [
  ...list('-1 4294967295 18446744073709551615 -4294967297 -18446744073709551617 -001 0 +1 1k 0x1'),
  ...['', ' -1', '-1 '],
];

const each = (words: readonly string[]) => words.map(word => [word]);
/** Word lists divided by `|`. */
const lists = (text: string) => text.split('|').map(part => (part.trim() === '' ? [] : list(part)));

/** Words after a subcommand that it makes sense with; others get what their form's kind says. */
export const positionalsOf: Readonly<Record<string, readonly (readonly string[])[]>> = {
  add: [...lists('.|a.txt|sub|raw|nested|x.flt|conflict.txt|*|'), ['untracked file.txt']],
  apply: lists('change.patch|a.txt|change.patch change.patch|-'),
  'bisect log': [[]],
  'bisect terms': [[]],
  blame: lists('a.txt|x.conv|x.flt|HEAD -- dir/b.txt|topic x.ext|conflict.txt|x.proc'),
  'bundle list-heads': lists('changes.bundle|changes.bundle main|changes.bundle refs/heads/main'),
  'bundle verify': lists('changes.bundle|a.txt'),
  'cat-file': [...lists('HEAD|blob HEAD:a.txt|commit HEAD|tag v1.0|tree HEAD^{tree}||@blob@'), ...each(blobs)],
  'check-attr': lists('diff x.ext|filter x.flt x.proc|diff merge -- x.conv x.mrg|x.ext'),
  'check-ignore': each(files),
  'check-mailmap': [['Ann <old@example.com>'], ['<ann@example.com>']],
  'check-ref-format': lists('refs/heads/x|main|@{-1}|refs//heads/x'),
  clean: [...lists('|.|build|nested|embedded|raw'), ['untracked file.txt']],
  config: lists('user.name|alias.st|core.editor|remote.origin.url|remote|core.editor .|'),
  'config get': lists('user.name|core.editor|remote.origin.url'),
  diff: [
    ...lists('|HEAD|main topic|a.txt|HEAD -- x.conv|a.txt staged.txt|main...topic|x.conv dir/b.txt|HEAD:x.conv x.conv'),
    ...lists('sub|raw|x.ext x.conv|x.flt x.flt'),
  ],
  'diff-files': lists('|x.ext|-- x.conv|a.txt sub|x.flt'),
  'diff-index': lists('HEAD|HEAD -- x.ext|topic dir|main~1|HEAD x.conv sub'),
  'diff-tree': lists('HEAD|main topic|HEAD x.conv|@merge@|main~4 main -- sub|stash'),
  fsck: lists('||HEAD|main topic'),
  grep: lists('line|main HEAD|line -- x.conv|line HEAD -- dir|l.*e topic main|'),
  'hash-object': each(files),
  'hook list': lists('post-index-change|pre-commit'),
  'interpret-trailers': lists('change.patch|a.txt|a.txt dir/b.txt|'),
  'ls-remote': [...each(remotes), ...lists('backup refs/heads/*|origin v* main|')],
  'ls-tree': lists('HEAD|HEAD dir/|topic sub raw|@tree@|HEAD:dir'),
  'merge-file': lists('a.txt a.txt dir/b.txt|conflict.txt x.mrg a.txt|HEAD:a.txt :0:a.txt :2:conflict.txt'),
  mv: lists('a.txt b.txt|sub dir|raw dir/raw2|dir sub|a.txt dir/b.txt dir/deep|x.flt y'),
  'notes list': lists('|HEAD~3|HEAD'),
  'notes show': lists('|HEAD~3|HEAD'),
  'reflog exists': lists('refs/heads/main|refs/stash|HEAD'),
  'refs exists': lists('refs/heads/main|refs/heads/none'),
  'remote get-url': lists('origin|smuggled|backup'),
  'remote prune': each(remotes),
  'remote show': [[], ...each(remotes), ['backup', 'origin']],
  'rev-list': lists('HEAD|--all|main ^topic|HEAD -- x.conv|--branches --tags|stash'),
  rm: lists('a.txt|sub|raw|.|dir|conflict.txt|x.flt|sub raw|staged.txt'),
  'stash list': lists('||-- x.conv'),
  'stash show': lists('|stash@{0}|0|refs/stash'),
  'submodule status': lists('||sub|raw sub'),
  'submodule summary': lists('|HEAD~1|HEAD -- sub'),
  'symbolic-ref': lists('HEAD|refs/remotes/origin/HEAD'),
  'url-parse': lists('https://example.com/a/b.git|git@example.com:a/b'),
  var: lists('GIT_EDITOR|GIT_PAGER|GIT_AUTHOR_IDENT|GIT_SEQUENCE_EDITOR|GIT_DEFAULT_BRANCH'),
  'verify-pack': lists('@pack@|@pack@.idx|a.txt'),
};

/** What may stand before the subcommand: other places, other ways of reading, settings harmless and hostile. */
export const globalWords: readonly (readonly string[])[] = [
  ...lists(
    '-C sub|-C raw|-C dir|-C linked|-C embedded|-C nested|-C .git|-C dir -C ..|-C embedded -C refs|-C build|-C ..',
  ),
  ...lists(
    '-C .git -C modules/sub|--git-dir=.git|--git-dir .git|--git-dir=raw/.git|--git-dir=nested/.git --work-tree=.',
  ),
  ...lists(
    '--work-tree=.|--work-tree=dir|--work-tree=sub --git-dir=.git|--git-dir=embedded|--bare|--git-dir=../remote.git',
  ),
  ...lists(
    '--no-pager|-P|--no-optional-locks|--literal-pathspecs|--no-replace-objects|--namespace=x|--icase-pathspecs',
  ),
  ...lists(
    '--glob-pathspecs|--noglob-pathspecs|--attr-source=HEAD|--no-lazy-fetch|--no-advice|-p|--paginate|--exec-path=.',
  ),
  ...lists('-c core.pager=cat|-c core.pager=|-c color.ui=always|-c diff.context=1|-c log.date=iso|-c column.ui=always'),
  ...lists('-c core.fsmonitor=|-c core.fsmonitor=false|-c CORE.FSMONITOR=0|-c diff.relative|-c status.short=true'),
  ...lists(
    '-c branch.sort=-committerdate|-c tag.sort=signature|-c branch.sort=signature|-c grep.threads=2|-c log.follow=true',
  ),
  ...lists('-c status.showUntrackedFiles=all|-c diff.autoRefreshIndex=true|-c log.showSignature=true|-c color.pager=x'),
  ...lists(
    `-c core.hooksPath=.git/hooks|-c core.fsmonitor=${PROGRAM}|-c diff.external=${PROGRAM}|-c alias.log=!${PROGRAM}`,
  ),
  ...[['-C', ''], ['--config-env=core.pager=HOME']],
];
