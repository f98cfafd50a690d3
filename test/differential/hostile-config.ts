import { subcommands } from '../../src/core/command/git/subcommands.ts';
import type { Programs } from './programs.ts';

/** Attributes that send files through the programs below. */
export const attributes = `*.ext diff=external
*.conv diff=conv
*.flt filter=one
*.proc filter=many
*.mrg merge=driver
*.c diff=cpp
*.crlf text eol=crlf
bin.dat binary
`;

export interface Variant {
  /** Makes every commit a question for gpg by `format.pretty`, which no option of a plain `git log` undoes. */
  readonly signatures: boolean;
  /** A partial clone, which fetches what it lacks; else `origin` names a program for the other side. */
  readonly partial: boolean;
}

/** A configuration that runs a program wherever git lets one be configured, and asks for whatever could write. */
export function hostileConfig(programs: Programs, where: string, { signatures }: Variant): string {
  const mark = (name: string) => programs.named(`${where}-${name}`);
  const section = (name: string, entries: Readonly<Record<string, string>>) =>
    [`[${name}]`, ...Object.entries(entries).map(([key, value]) => `\t${key} = ${quoted(value)}`), ''].join('\n');
  // An alias may not hide a built-in command, but which commands are built in differs from git to git.
  const aliases = ['st', 'LOG', ...subcommands.keys()].filter(name => /^[a-zA-Z][a-zA-Z0-9-]*$/.test(name));
  return [
    section('alias', Object.fromEntries(aliases.map(name => [name, `!${mark(`alias-${name}`)}`]))),
    section('alias "lfs"', { command: `!${mark('alias-subsection-lfs')}` }),
    section('alias "whatchanged"', { command: `!${mark('alias-subsection-whatchanged')}` }),
    section('browser "mark"', { cmd: mark('browser') }),
    section('core', {
      alternateRefsCommand: mark('alternate-refs'),
      askPass: mark('askpass'),
      editor: mark('editor'),
      fsmonitor: mark('fsmonitor'),
      gitProxy: mark('git-proxy'),
      pager: mark('pager'),
      sparseCheckout: 'true',
      splitIndex: 'true',
      sshCommand: mark('ssh'),
      untrackedCache: 'true',
    }),
    section('credential', { helper: `!${mark('credential')}` }),
    section('diff', {
      autoRefreshIndex: 'true',
      external: mark('diff-external'),
      ignoreSubmodules: 'none',
      submodule: 'diff',
      tool: 'mark',
    }),
    section('diff "conv"', { cachetextconv: 'true', textconv: mark('textconv') }),
    section('diff "external"', { command: mark('diff-command') }),
    section('difftool "mark"', { cmd: mark('difftool') }),
    section('filter "one"', { clean: mark('clean'), smudge: mark('smudge') }),
    section('filter "many"', { process: mark('filter-process') }),
    ...(signatures ? [section('format', { pretty: '%G? %h %s' })] : []),
    section('gpg', { program: mark('gpg') }),
    section('gpg "openpgp"', { program: mark('gpg-openpgp') }),
    section('gpg "ssh"', {
      allowedSignersFile: '/dev/null',
      defaultKeyCommand: mark('gpg-ssh-key'),
      program: mark('gpg-ssh'),
    }),
    section('gpg "x509"', { program: mark('gpg-x509') }),
    section('guitool "mark"', { cmd: mark('guitool') }),
    section('help', { browser: 'mark', format: signatures ? 'web' : 'man' }),
    // Hooks by configuration, which no core.hooksPath turns off.
    ...['post-index-change', 'reference-transaction', 'post-checkout', 'pre-commit', 'pre-push'].map(event =>
      section(`hook "mark-${event}"`, { command: mark(`configured-${event}`), event }),
    ),
    section('interactive', { diffFilter: mark('interactive-diff') }),
    section('log', { diffMerges: 'remerge', showSignature: 'true' }),
    section('man', { viewer: 'mark' }),
    section('man "mark"', { cmd: mark('man') }),
    section('merge "driver"', { driver: mark('merge-driver'), name: 'a driver' }),
    section('mergetool "mark"', { cmd: mark('mergetool') }),
    section('pager', Object.fromEntries(['log', 'diff', 'status', 'branch', 'grep'].map(n => [n, mark(`pager-${n}`)]))),
    section('pretty', { sig: 'format:%G? %GS', 'oneline-sig': '%h %GK' }),
    section('rerere', { autoUpdate: 'true', enabled: 'true' }),
    section('sendemail', { sendmailCmd: mark('sendmail'), toCmd: mark('sendmail-to') }),
    section('sequence', { editor: mark('sequence-editor') }),
    section('stash', { showPatch: 'true', showIncludeUntracked: 'true' }),
    section('status', { submoduleSummary: String(signatures) }),
    section('tar "tgz"', { command: mark('tar') }),
    section('trailer', { ifmissing: 'add' }),
    section('trailer "sign"', { cmd: mark('trailer-cmd'), key: 'Signed-by: ' }),
    section('trailer "mark"', { command: mark('trailer-command'), key: 'Marked-by: ' }),
    section('uploadpack', { packObjectsHook: mark('pack-objects-hook') }),
    section(`url "ext::${mark('ext-transport')} "`, { insteadOf: 'smuggled:' }),
    section('web', { browser: 'mark' }),
  ].join('');
}

/** What the person's own configuration could hold that writes on every run. */
export const ownConfig = (home: string) => `[user]
	name = Person
	email = person@example.com
[trace2]
	normalTarget = ${home}/trace2.log
	eventTarget = ${home}/trace2.json
	perfTarget = ${home}/trace2.perf
[protocol "file"]
	allow = always
`;

const quoted = (value: string) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/**
 * Remotes that lead to the bare repository, and some that lead to programs. A git before 2.26 is told to speak by the
 * protocol in which the other side gives any object it is asked for.
 */
export function remotesConfig(programs: Programs, { partial }: Variant): string {
  const program = programs.named('uploadpack');
  return `[remote "origin"]
	url = ../remote.git
	fetch = +refs/heads/*:refs/remotes/origin/*
${partial ? '' : `	uploadpack = ${program}\n`}[remote "backup"]
	url = ../remote.git
	fetch = +refs/heads/*:refs/remotes/backup/*
${partial ? '	promisor = true\n	partialCloneFilter = blob:none\n' : ''}[remote "smuggled"]
	url = smuggled:x
[remote "helper"]
	url = ${programs.named('ext-helper')}
	vcs = ext
[branch "main"]
	remote = origin
	merge = refs/heads/main
	description = The main branch
${partial ? '[core]\n	repositoryFormatVersion = 1\n[extensions]\n	partialClone = backup\n[protocol]\n	version = 2\n' : ''}`;
}
