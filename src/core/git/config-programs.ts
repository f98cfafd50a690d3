/** A way in which configuration makes git start a program, or write, during what looks like a read. */
export interface ConfigProgram {
  readonly trigger: string;
  readonly where: string;
  /** `neutralised`: the read runs without it. `rejected`: such a form is no read. `accepted`: it runs. */
  readonly decision: 'neutralised' | 'rejected' | 'accepted';
  readonly how: string;
}

const row = (trigger: string, where: string, decision: ConfigProgram['decision'], how: string): ConfigProgram => ({
  trigger,
  where,
  decision,
  how,
});

/** Every one that is known, for the README to show and the tests to walk. */
// biome-ignore format: one row a line, so that it can be checked against the manual pages
export const CONFIG_PROGRAMS: readonly ConfigProgram[] = [
  row('alias.*', 'a word that is no subcommand', 'rejected', 'unknown subcommands are not reads; git does not let an alias hide a built-in one'),
  row('alias.remote-*', 'remote reads of ssh::x and the like, for which there is no helper', 'neutralised', 'an alias that stands for itself, which git refuses'),
  row('core.alternateRefsCommand', 'log --alternate-refs', 'rejected', 'such a read asks while it is set'),
  row('core.askPass', 'remote reads', 'neutralised', 'GIT_ASKPASS is the inherited one or empty'),
  row('core.editor, sequence.editor', 'commit, rebase, branch --edit-description', 'neutralised', 'GIT_EDITOR=true, GIT_SEQUENCE_EDITOR=true'),
  row('core.excludesFile, core.attributesFile, mailmap.file, diff.orderFile', 'any read', 'neutralised', 'a file outside the workspace that the repository names is not read; with blame.ignoreRevsFile or fsck.skipList the read is not run'),
  row('core.fsmonitor', 'status, diff, ls-files, grep, blame, check-ignore, also in submodules', 'neutralised', 'core.fsmonitor is empty, for the built-in daemon too'),
  row('core.gitProxy', 'remote reads of git:// URLs', 'neutralised', 'GIT_PROXY_COMMAND is empty'),
  row('core.hooksPath, hooks (post-index-change)', 'whenever the index is refreshed', 'neutralised', 'core.hooksPath=/dev/null'),
  row('core.pager, pager.*', 'a terminal, grep -O', 'neutralised', 'GIT_PAGER=cat, no terminal; grep -O is rejected'),
  row('core.splitIndex', 'a read that is lent a copy of the index', 'neutralised', 'core.splitIndex=false'),
  row('core.sshCommand', 'remote reads over ssh', 'neutralised', "GIT_SSH_COMMAND is the person's own, else ssh, which asks nothing and keeps nothing"),
  row('credential.helper', 'remote reads over http', 'neutralised', "reset, then the person's own of system and global config put back, for get only: none is told to store or erase"),
  row('diff.*.command', 'diff', 'neutralised', '--no-ext-diff'),
  row('diff.*.textconv', 'diff, log -p, show, blame', 'neutralised', '--no-textconv; status -v, range-diff and notes show, which do not take it, ask while it is set'),
  row('diff.autoRefreshIndex', 'diff writes the index', 'neutralised', 'diff.autoRefreshIndex=false, GIT_OPTIONAL_LOCKS=0; a copy of the index for describe --dirty'),
  row('diff.external', 'diff', 'neutralised', '--no-ext-diff'),
  row('diff.submodule=diff', "diff runs the submodule's own diff.external", 'neutralised', 'diff.submodule=short; --submodule=diff is rejected'),
  row('ext:: and remote helpers (url.*.insteadOf, remote.*.vcs)', 'remote reads', 'neutralised', 'GIT_ALLOW_PROTOCOL=file:git:http:https:ssh'),
  row('filter.*.clean, filter.*.smudge, filter.*.process', 'status, diff, blame, grep', 'accepted', 'Git LFS needs them: those that were there when the workspace was trusted run, any other is off until the person allows its program'),
  row('format.signatureFile', 'format-patch prints the file', 'neutralised', 'format.signatureFile=/dev/null'),
  row('gpg.program, gpg.*.program, gpg.ssh.defaultKeyCommand', 'format.pretty or log.format with %G?, log.showSignature', 'neutralised', 'each is /dev/null, format.pretty=medium, log.showSignature=false; %G in an argument is rejected'),
  row('hook.*.event, hook.*.command', 'whenever the index is refreshed, since git 2.54', 'neutralised', 'hook.*.enabled=false for each name in the config and for the event'),
  row('http.proxy, http.sslVerify and the like', 'remote reads over http', 'neutralised', "the read is not run: the repository's config could lead a password astray"),
  row('http.saveCookies', 'remote reads over http write the cookie file', 'neutralised', 'false for every such key'),
  row('merge.*.driver (log.diffMerges=remerge)', 'log -m -p', 'neutralised', 'log.diffMerges=separate; --remerge-diff asks while it is set'),
  row('partial clone (remote.*.promisor)', 'any read of a missing object fetches it', 'neutralised', 'GIT_NO_LAZY_FETCH=1, GIT_ALLOW_PROTOCOL allows none'),
  row('remote.*.uploadpack', 'ls-remote, remote show', 'neutralised', '--upload-pack=git-upload-pack; a command that does not take it is not run when the key is there'),
  row('safe.bareRepository', 'a bare repository embedded in the work tree', 'neutralised', 'safe.bareRepository=explicit'),
  row('tar.*.command', 'archive', 'rejected', 'archive asks while it or a smudge filter is set; --format=tgz and the like are no reads'),
  row('trace2.*', 'every run appends to a file', 'neutralised', 'GIT_TRACE2=0, GIT_TRACE2_EVENT=0, GIT_TRACE2_PERF=0'),
  row('trailer.*.command, trailer.*.cmd', 'interpret-trailers', 'rejected', 'interpret-trailers is no read'),
];
