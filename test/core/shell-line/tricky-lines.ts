import type { Random } from '../../differential/random.ts';
import { everydayLine } from './lines.ts';

/** Ways to run a program without writing it where a command begins, each with `CALL` for a call, `ARGS` for its words, `LINE` for a line. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  'here-documents': [
    'bash <<E\nCALL\nE',
    "bash <<'E'\nCALL\nE",
    'cat <<E\n$(CALL)\nE',
    'cat <<E | sh\nCALL\nE',
    "git commit -F - <<'E'\nwords\nE\nCALL",
    'sh <<< "CALL"',
    'cat <<-E\n\t`CALL`\n\tE',
    'git commit -m "$(cat <<\'E\'\nwords\nE\nCALL)"',
  ],
  substitutions: [
    'echo $(CALL)',
    'echo "$(CALL)"',
    'echo `CALL`',
    'git log $(CALL)',
    'x=$(CALL); echo $x',
    'x=$(CALL) true',
    'cat <(CALL)',
    `echo "\${x:-$(CALL)}"`,
    'echo $((`CALL` 1))',
    '[ -n "$(CALL)" ]',
    '[[ $(CALL) ]]',
    'cd "$(CALL)" && git log',
    'git log --format="$(CALL)" | cat',
    'cat a.txt > $(CALL)',
  ],
  functions: [
    'f() { CALL; }; f',
    'git() { command CALL; }; git status',
    'function git { command git push "$@"; }; git log',
    'cd() { CALL; }; cd sub',
    'echo() { CALL; }; echo x',
    'head() { CALL; }; git log | head -5',
  ],
  aliases: [
    "shopt -s expand_aliases\nalias git='git push'\ngit status",
    "shopt -s expand_aliases\nalias ls='CALL'\nls",
    "alias l='CALL'; l",
  ],
  evaluated: [
    "eval 'CALL'",
    'eval CALL',
    'e=eval; $e CALL',
    "trap 'CALL' EXIT",
    'builtin eval CALL',
    'set -- CALL; "$@"',
    '. ./run.sh',
    'source ./run.sh',
    'bash run.sh',
    'sh ./run.sh && git log',
  ],
  started: [
    'echo ARGS | xargs git',
    'echo x | xargs -I{} CALL',
    'find . -name a.txt -exec CALL \\;',
    'find . -name a.txt -exec git push {} +',
    'find a.txt -execdir CALL \\;',
    "env -S 'CALL'",
    'env -i PATH="$PATH" RECORD="$RECORD" CALL',
    'env -u X CALL',
    'env -C sub CALL',
    'env PATH="$PATH" CALL',
    "sh -c 'CALL'",
    'bash -c "CALL"',
    "env sh -c 'CALL'",
    "command sh -c 'CALL'",
    'timeout 5 CALL',
    'nohup CALL',
    'exec CALL',
    'time CALL',
    '! CALL',
    'command -p CALL',
    'builtin command CALL',
    'command command CALL',
    'command env command CALL',
    'coproc CALL',
    "sed -n '1e git push' a.txt",
    "echo x | sed 's/x/git push/e'",
    "git log | sed -n '1p;1e git push'",
    'sort --compress-program=git a.txt',
    'git log | tail -f --pid=1 & CALL',
  ],
  variables: [
    'g=git; $g push',
    'g=push; git $g',
    'g=--fail git $g ARGS',
    'git $WORD ARGS',
    "g''it ARGS",
    '"git" ARGS',
    '\\git ARGS',
    'gi\\t ARGS',
    "$'git' ARGS",
    "$'\\x67it' ARGS",
    'g{it,h} ARGS',
    '{git,push}',
    `\${x:-git} ARGS`,
    'c="git push"; $c',
    'IFS=_; c=git_push; $c',
    'IFS=s; git $WORD push',
    'read g < a.txt; $g',
    'printf -v g git; $g ARGS',
    'git "$@" ARGS',
    'GIT_DIR=x CALL',
    'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.log CALL',
    'GIT_EXTERNAL_DIFF=x CALL',
    'GIT_PAGER="$(git push)" CALL',
    'PATH=sub:$PATH CALL',
    'export GIT_DIR=x; CALL',
    'BASH_ENV=run.sh bash -c true',
    'env BASH_ENV=run.sh bash -c true',
    'LC_ALL=$(CALL) git log',
  ],
  structures: [
    '{ CALL; }',
    '(CALL)',
    '(cd sub && CALL)',
    'if CALL; then LINE; fi',
    'for x in 1 2; do CALL; done',
    'while CALL; do break; done',
    'until CALL; do break; done',
    'case a in a) CALL;; esac',
    'LINE & CALL',
    'CALL &',
    'CALL |& cat',
    'CALL # ; git push',
    'CALL #\ngit push',
    'cd sub; cd -; CALL',
    'cd sub && cd .. && CALL',
    'pushd sub; CALL',
    'cd sub | CALL',
    'cd nowhere || CALL',
    'cd sub || CALL; LINE',
    'CDPATH=sub; cd deep; CALL',
    'true && false || CALL && LINE',
    'exit; CALL',
    'return; CALL',
    'set -e; false; CALL',
    'CALL > out; LINE',
    'CALL < a.txt',
    'git log | git ARGS',
    'CALL; exit 0\ngit push',
    'CALL \\\n push',
    'git\\\n push',
    'gi\\\nt push',
    'git log;\tCALL',
    'git log\u00a0; CALL',
    'git log \r\nCALL',
  ],
};

export const KINDS = Object.keys(FORMS);

/** A line with one of these in it, maybe among others, or one inside another. */
export function trickyLine(random: Random, kind = random.pick(KINDS), depth = 0): string {
  const call = everydayCall(random);
  const [, ...words] = call.split(' ');
  const line =
    random.between(0, 3) === 0 && depth < 2 ? trickyLine(random, undefined, depth + 1) : everydayLine(random).text;
  const inner = random.between(0, 5) === 0 && depth < 2 ? trickyLine(random, undefined, depth + 1) : call;
  const text = random
    .pick(FORMS[kind] ?? [])
    .replaceAll('CALL', () => inner)
    .replaceAll('ARGS', () => words.join(' '))
    .replaceAll('LINE', () => line);
  if (depth > 0 || random.between(0, 1) === 0) return text;
  const operator = random.pick([' && ', '; ', '\n', ' || ', ' | ']);
  return random.between(0, 1) === 0
    ? text + operator + everydayLine(random).text
    : everydayLine(random).text + operator + text;
}

/** Without quotes, as it stands within those of the forms. */
const everydayCall = (random: Random): string =>
  `${random.pick(['git', 'git', 'gh'])} ${random.pick(['push', 'log -3', 'status', 'push --fail', 'push origin HEAD'])}`;
