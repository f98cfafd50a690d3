import type { Random } from '../../differential/random.ts';

/** A line and what comes of it by the rules of a shell. */
export interface GeneratedLine {
  readonly text: string;
  /** Every call in it, program first. */
  readonly all: readonly (readonly string[])[];
  /** Those that run, each with the folder it runs in below the first. */
  readonly expected: readonly (readonly string[])[];
}

const WORDS = [
  ...[
    'status',
    'log',
    'push',
    '--oneline',
    '-3',
    'HEAD~2',
    'HEAD^',
    '@{u}',
    'stash@{0}',
    'origin/main',
    'a.txt',
    '--format=%h',
    ':/x',
  ],
  ...[
    'two words',
    "it's",
    'a"b',
    'a\\b',
    '$HOME',
    '`git push`',
    '$(git push)',
    'a;b',
    'a && git push',
    '#x',
    'ä',
    '',
    'x\ny',
    '{a,b}',
    '*',
    '--fail',
  ],
  ...['a|b', '>x', '~', '~/x', '!x', '%s', '=x', 'x=y'],
];
const PREFIXES = [
  '',
  '',
  '',
  'command ',
  'env ',
  'LC_ALL=C ',
  'GIT_PAGER=cat PAGER= ',
  'env NO_COLOR=1 ',
  'command env ',
];
const QUIET = ['', '', '', ' 2>&1', ' 2>/dev/null', ' >/dev/null', ' &>/dev/null', ' > /dev/null 2>&1'];
const FILTERS = ['head -5', 'cat', 'wc -l', 'sort -u', 'tail -n 3', "sed -n '1,5p'", 'tr a b'];
const OPERATORS = [' && ', ' && ', '; ', '\n', ' || ', ';', '&&'];
/** Folders that are there, by where they lead from. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '': ['sub', 'sub/deep'],
  '/sub': ['deep'],
  '/sub/deep': [],
};

/** A line such as agents write. */
export function everydayLine(random: Random): GeneratedLine {
  const all: string[][] = [];
  const expected: string[][] = [];
  let text = '';
  let cwd = '';
  let ok = true;
  const count = 1 + random.between(0, 3);
  for (let at = 0; at < count; at += 1) {
    const operator = at === 0 ? '' : random.pick(OPERATORS);
    const runs = operator.trim() === '&&' ? ok : operator.trim() === '||' ? !ok : true;
    const piece = pieceOf(random);
    text += operator + piece.text;
    all.push(...piece.calls);
    if (!runs) continue;
    expected.push(...piece.calls.map(call => [cwd, ...call]));
    if (piece.folder === undefined) ok = piece.ok;
    else {
      ok = FOLDERS[cwd]?.includes(piece.folder) === true;
      if (ok) cwd = `${cwd}/${piece.folder}`;
    }
  }
  return { text, all, expected };
}

interface Part {
  readonly text: string;
  readonly calls: readonly string[][];
  readonly ok: boolean;
  readonly folder?: string;
}

function pieceOf(random: Random): Part {
  const kind = random.between(0, 9);
  if (kind === 0) return { text: random.pick(['true', 'echo done', ':', 'ls']), calls: [], ok: true };
  if (kind === 1) return { text: 'false', calls: [], ok: false };
  if (kind <= 3) {
    const folder = random.pick(['sub', 'deep', 'nowhere', 'sub/deep']);
    return { text: `cd ${spelled(folder, random)}${random.pick(['', ' 2>/dev/null'])}`, calls: [], ok: true, folder };
  }
  const program = random.pick(['git', 'git', 'git', 'gh']);
  const words = Array.from({ length: 1 + random.between(0, 3) }, () => random.pick(WORDS));
  const call = [program, ...words];
  const text =
    [random.pick(PREFIXES) + program, ...words.map(word => spelled(word, random))].join(' ') + random.pick(QUIET);
  if (random.between(0, 3) > 0) return { text, calls: [call], ok: !words.includes('--fail') };
  return { text: `${text} | ${random.pick(FILTERS)}`, calls: [call], ok: true };
}

/** A word in one of the spellings that stand for it. */
function spelled(word: string, random: Random): string {
  const isPlain = /^[\w./@:%,^+-]+(?:@\{\w+\}|~\d)?$/.test(word);
  const single = `'${word.replaceAll("'", `'\\''`)}'`;
  const double = `"${word.replace(/["\\$`]/g, '\\$&')}"`;
  const spellings = [single, ...(word.includes('!') ? [] : [double]), ...(isPlain ? [word, word, word] : [])];
  return random.pick(spellings);
}

const INSERTED = [
  ...[
    "'",
    '"',
    '\\',
    '`',
    '$',
    '(',
    ')',
    '{',
    '}',
    ';',
    '&',
    '|',
    '<',
    '>',
    '\n',
    ' ',
    '\t',
    '#',
    '!',
    '*',
    '?',
    '[',
    ']',
    '~',
    '=',
    '^',
    ',',
  ],
  ...[
    '$(',
    '${',
    '&&',
    '||',
    '2>',
    '>&',
    '<<',
    '<(',
    '$WORD',
    '"$WORD"',
    ' git push ',
    ';git push;',
    '\\\n',
    '1',
    '{a,b}',
    'a..b',
    '\r',
    '\u00a0',
  ],
  ...[
    "'git' ",
    'command ',
    'env ',
    'eval ',
    'exec ',
    'xargs ',
    'time ',
    'sh -c ',
    'cd sub',
    ' | ',
    'if ',
    'then ',
    '; done',
    '! ',
    'X=1 ',
    'alias ',
    'nohup ',
  ],
  ...[
    "$'\\n'",
    "$(cat <<'E'\n",
    '\nE\n)',
    '<<E\n',
    '\nE\n',
    '@{',
    '^{',
    `\${IFS}`,
    '$((1))',
    '-',
    '--',
    '2>&1',
    '>/dev/null',
    '&>',
    '>>',
    'git',
  ],
];

/** An everyday line with a few things put in, left out or moved. */
export function changedLine(random: Random): string {
  let { text } = everydayLine(random);
  for (let changes = 1 + random.between(0, 2); changes > 0; changes -= 1) {
    const at = random.between(0, text.length);
    const length = random.between(0, 5);
    const how = random.between(0, 3);
    if (how <= 1) text = text.slice(0, at) + random.pick(INSERTED) + text.slice(at);
    else if (how === 2) text = text.slice(0, at) + text.slice(at + length);
    else {
      const to = random.between(0, text.length);
      text = text.slice(0, to) + text.slice(at, at + length) + text.slice(to);
    }
  }
  // No argument of a process holds one.
  return text.replaceAll('\0', '');
}
