import type { ConfigEntry } from './own-config.ts';

/** A path under which nothing can lie: no hook is found there, no program starts from there. */
export const NOWHERE = '/dev/null';

/** Every transport of git's own; `ext` and foreign helpers, which run programs, are not among them. */
export const TRANSPORTS = 'file:git:http:https:ssh';

/** No URL can have this for a scheme. An empty value would do too, but reads like a mistake. */
export const NO_TRANSPORT = 'no/transport';

/**
 * The inherited GIT_ variables that are a person's own settings; a name ending in `_` stands for a family. The others
 * point git at another repository, index, config or program, or make it write traces, so they are not passed on, nor
 * is any that a later git may bring.
 */
export const KEPT_GIT: readonly string[] = [
  'GIT_ASKPASS',
  'GIT_ATTR_NOSYSTEM',
  'GIT_AUTHOR_',
  'GIT_CEILING_DIRECTORIES',
  'GIT_COMMITTER_',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CONFIG_SYSTEM',
  'GIT_DEFAULT_HASH',
  'GIT_DEFAULT_REF_FORMAT',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_HTTP_',
  'GIT_LFS_',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSH_VARIANT',
  'GIT_SSL_',
];

/** Never inherited, by git or gh. All of GH_ goes as well, and for gh, which looks there for servers to ask, all of GITHUB_. */
export const REMOVED: ReadonlySet<string> = new Set([
  'CLICOLOR_FORCE',
  'COLUMNS',
  'FORCE_COLOR',
  'GITHUB_ENTERPRISE_TOKEN',
  'GITHUB_TOKEN',
  'LANGUAGE',
]);

/** Not inherited by gh: it prints its requests for `DEBUG`. */
export const GH_VARIABLES: ReadonlySet<string> = new Set(['DEBUG']);

export const ALL_RUNS = {
  BROWSER: 'true',
  EDITOR: 'true',
  GIT_EDITOR: 'true',
  GIT_PAGER: 'cat',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_TERMINAL_PROMPT: '0',
  GIT_TRACE2: '0',
  GIT_TRACE2_EVENT: '0',
  GIT_TRACE2_PERF: '0',
  LC_ALL: 'C.UTF-8',
  NO_COLOR: '1',
  // Windows looks for programs in the working directory, here the repository, unless told not to.
  NoDefaultCurrentDirectoryInExePath: '1',
  PAGER: 'cat',
  TERM: 'dumb',
  VISUAL: 'true',
} as const;

/** Those of them that choose a program which git only names, where it is asked what it would start. */
export const SHOWN = ['EDITOR', 'GIT_EDITOR', 'GIT_PAGER', 'GIT_SEQUENCE_EDITOR', 'PAGER', 'TERM', 'VISUAL'] as const;

export const GH_RUNS = {
  DO_NOT_TRACK: '1',
  GH_BROWSER: 'true',
  GH_EDITOR: 'true',
  GH_NO_EXTENSION_UPDATE_NOTIFIER: '1',
  GH_NO_UPDATE_NOTIFIER: '1',
  GH_PAGER: 'cat',
  GH_PROMPT_DISABLED: '1',
  GH_SPINNER_DISABLED: '1',
  GH_TELEMETRY: '0',
  // For a dumb one gh starts infocmp to find out more.
  TERM: 'xterm-256color',
} as const;

export const READS = {
  GCM_INTERACTIVE: 'never',
  GIT_LFS_TRACK_NO_INSTALL_HOOKS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  // Empty but set: core.gitProxy is then not looked at. A later value of that key would not help, the first one wins.
  GIT_PROXY_COMMAND: '',
} as const;

/**
 * Config of reads. core.fsmonitor is off even for git's built-in daemon: telling the two apart would cost a process
 * before every read, and the daemon only makes a read faster.
 */
export const READ_CONFIG: readonly ConfigEntry[] = [
  // A match in a colour of its own cuts a secret in two, so that redaction would not know it.
  ['color.grep.match', 'normal'],
  ['color.grep.matchContext', 'normal'],
  ['color.grep.matchSelected', 'normal'],
  ['color.ui', 'false'],
  // Empty, not false: to git before 2.36 that is the name of a program.
  ['core.fsmonitor', ''],
  ['core.hooksPath', NOWHERE],
  ['core.pager', 'cat'],
  // A split index would leave its shared part in the repository when the copy lent to a read is written.
  ['core.splitIndex', 'false'],
  ['diff.autoRefreshIndex', 'false'],
  ['diff.submodule', 'short'],
  // A format of the config may hold %G, for which git writes the signature to a file before it looks for gpg.
  ['format.pretty', 'medium'],
  // Its contents would be printed, whatever it is.
  ['format.signatureFile', NOWHERE],
  ['gpg.openpgp.program', NOWHERE],
  ['gpg.program', NOWHERE],
  ['gpg.ssh.defaultKeyCommand', NOWHERE],
  ['gpg.ssh.program', NOWHERE],
  ['gpg.x509.program', NOWHERE],
  // Hooks of the config, new in git 2.54, do not care for core.hooksPath. Those whose names are known are switched off one
  // by one; this stops git 2.55 from running one that turned up since.
  ['hook.post-index-change.enabled', 'false'],
  ['log.diffMerges', 'separate'],
  ['log.showSignature', 'false'],
  ['safe.bareRepository', 'explicit'],
];

/**
 * `ssh::x` asks for a helper called git-remote-ssh, which there is not, and git then looks for an alias of that name. One
 * that stands for itself makes git stop.
 */
export const NO_HELPER_ALIASES: readonly ConfigEntry[] = TRANSPORTS.split(':').map(name => [
  `alias.remote-${name}`,
  `remote-${name}`,
]);
