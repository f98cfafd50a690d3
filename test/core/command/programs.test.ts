import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../support/verdict-of.ts';

const grave = { class: 'mutating', risk: 'destructive', effects: expect.arrayContaining(['runs-program']) };

describe('a program that a command starts', () => {
  it.each(['git bisect run ./x.sh --fast', "git submodule foreach 'rm -rf x'"])('is shown in full: %s', line =>
    expect(verdictOf(line)).toMatchObject({ ...grave, programs: [{ starts: 'now', text: line }] }),
  );
});

describe('a setting that names a program', () => {
  it.each([
    ['git config core.hooksPath /tmp/x', 'core.hooksPath = /tmp/x'],
    ['git config CORE.HOOKSPATH /tmp/x', 'CORE.HOOKSPATH = /tmp/x'],
    ['git config set core.fsmonitor ./m.sh', 'core.fsmonitor = ./m.sh'],
    ['git config set --append core.sshCommand ./s', 'core.sshCommand = ./s'],
    ['git config --add core.editor ./e', 'core.editor = ./e'],
    ['git config --ad core.editor ./e', 'core.editor = ./e'],
    ['git config --replace-all core.pager less', 'core.pager = less'],
    ['git config --global alias.st status', 'alias.st = status'],
    ["git config --system alias.x '!sh -c x'", 'alias.x = !sh -c x'],
    ['git config --worktree filter.f.clean ./c', 'filter.f.clean = ./c'],
    ['git config -f other.cfg filter.f.smudge ./c', 'filter.f.smudge = ./c'],
    ['git config --file=other.cfg filter.f.process ./c', 'filter.f.process = ./c'],
    ['git config diff.external ./d', 'diff.external = ./d'],
    ['git config diff.x.y.textconv ./d', 'diff.x.y.textconv = ./d'],
    ['git config merge.ours.driver true', 'merge.ours.driver = true'],
    ['git config gpg.program ./g', 'gpg.program = ./g'],
    ['git config gpg.ssh.defaultKeyCommand ./g', 'gpg.ssh.defaultKeyCommand = ./g'],
    ['git config credential.helper store', 'credential.helper = store'],
    ["git config credential.https://x.example.helper '!x'", 'credential.https://x.example.helper = !x'],
    ['git config hook.x.command ./h', 'hook.x.command = ./h'],
    ['git config remote.origin.uploadpack ./u', 'remote.origin.uploadpack = ./u'],
    ['git config include.path ../x.cfg', 'include.path = ../x.cfg'],
    ['git config includeIf.gitdir:/x/.path ../x.cfg', 'includeIf.gitdir:/x/.path = ../x.cfg'],
    ['git config core.worktree /home/ada', 'core.worktree = /home/ada'],
    ['git config core.attributesFile /tmp/a', 'core.attributesFile = /tmp/a'],
    ['git config protocol.ext.allow always', 'protocol.ext.allow = always'],
    ['git config safe.directory *', 'safe.directory = *'],
    ['git config url.ext::sh.insteadOf https://x', 'url.ext::sh.insteadOf = https://x'],
    ["git config submodule.x.update '!x'", 'submodule.x.update = !x'],
    ["git config remote.origin.url 'ext::sh -c x'", 'remote.origin.url = ext::sh -c x'],
    ["git config rebase.instructionFormat '%s%nexec x'", 'rebase.instructionFormat = %s%nexec x'],
    ['git config merge.tool ../../../tmp/x', 'merge.tool = ../../../tmp/x'],
    ['git config branch.main.mergeOptions --strategy=x', 'branch.main.mergeOptions = --strategy=x'],
    ['git config gc.recentObjectsHook ./x', 'gc.recentObjectsHook = ./x'],
    ['git config format.outputDirectory .git/hooks', 'format.outputDirectory = .git/hooks'],
    ['git config lfs.customtransfer.x.path ./x', 'lfs.customtransfer.x.path = ./x'],
    ['git config made.up value', 'made.up = value'],
    ['git config --unset core.hooksPath', 'unset core.hooksPath'],
    ['git config unset --all core.hooksPath', 'unset core.hooksPath'],
    ['git config --rename-section foo alias', 'section foo → alias'],
    ['git config rename-section foo alias', 'section foo → alias'],
    ['git config rename-section filter.a filter.lfs', 'section filter.a → filter.lfs'],
    ['git config --rename-section user foo', 'section user → foo'],
    ['git config --remove-section core', 'section core'],
  ])('is shown in full: %s', (line, text) =>
    expect(verdictOf(line)).toMatchObject({ ...grave, programs: [{ starts: 'later', text }] }),
  );

  it.each([
    'git config user.name Ann',
    'git config --global init.defaultBranch main',
    'git config core.autocrlf input',
    'git config core.fsmonitor true',
    'git config core.pager cat',
    'git config pager.log false',
    'git config submodule.x.update rebase',
    'git config branch.main.remote origin',
    'git config remote.origin.url https://example.com/it.git',
    'git config remote.origin.url git@github.com:ada/it.git',
    'git config pull.rebase true',
    'git config --unset user.email',
    'git config rename-section user author',
    'git config --remove-section advice',
    'git -c user.name=Ann commit -m x',
    'git commit -m core.hooksPath',
  ])('names none where there is none: %s', line =>
    expect(verdictOf(line)).toMatchObject({ class: 'mutating', risk: 'local', programs: [] }),
  );

  it.each(['git -c core.hooksPath=/tmp/x commit -m x', 'git -c rebase.instructionFormat=%nexec rebase main'])(
    'is refused on one command: %s',
    line => expect(verdictOf(line)).toMatchObject({ class: 'refused' }),
  );

  it('is shown when no one knows the key that a command carries', () =>
    expect(verdictOf('git -c made.up=value commit -m x')).toMatchObject({
      ...grave,
      programs: [{ starts: 'now', text: 'made.up=value' }],
    }));
});

describe('a setting after which git loses more', () => {
  it.each([
    'git config gc.pruneExpire now',
    'git config core.bare true',
    'git config http.sslVerify false',
    'git config http.https://x.example.proxy http://y',
    'git -c gc.pruneExpire=now gc',
    'git config extensions.worktreeConfig true',
  ])('is destructive: %s', line =>
    expect(verdictOf(line)).toMatchObject({ class: 'mutating', risk: 'destructive', programs: [] }),
  );
});
