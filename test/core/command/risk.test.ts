import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../support/verdict-of.ts';

/** One command a line, under what its class has in common. */
const commands = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

const DESTRUCTIVE = {
  'settings that drop a safeguard, show more or delete more': `
    git config core.sharedRepository 0666
    git init --shared=0777
    git init --shared
    git config fetch.pruneTags true
    git config remote.origin.pruneTags true
    git config remote.evil.promisor true
    git config transfer.fsckObjects false
    git config --unset transfer.fsckObjects
    git config transfer.credentialsInUrl allow
    git config fsck.gitmodulesUrl ignore
    git config fetch.fsck.gitmodulesPath ignore
    git config receive.fsckObjects no
    git config merge.verifySignatures false
    git config gpg.minTrustLevel never
    git config gpg.ssh.allowedSignersFile /tmp/x
    git config uploadpack.allowAnySHA1InWant true
    git config uploadarchive.allowUnreachable true
    git refs migrate --ref-format=reftable`,
  'shown to everybody': `
    gh repo create x --public
    gh repo create x --public --source=. --push
    gh repo new x --public
    gh gist create f --public
    gh gist create -p f
    gh gist new f -p`,
  'what GitHub or this machine forgets': `
    gh auth logout
    gh gist edit 1 --remove x
    gh gist edit 1 -r x`,
  'writing over a named file': `
    git log --output=report.txt
    git diff --output=x.patch HEAD
    git show --output x.patch
    git shortlog --output=x HEAD
    git stash show --output=x
    git rev-list --output=x HEAD
    git fast-export --output=x HEAD
    git backfill --output=x
    git last-modified --output=x
    git range-diff a b c --output=x
    git index-pack -o notes.txt x.pack
    git index-pack -onotes.txt x.pack
    git archive -o out.zip HEAD
    git archive --output=out.tar HEAD
    git archive --outp=out.tar HEAD
    git bundle create out.bundle HEAD
    git format-patch -o patches HEAD~1
    git format-patch HEAD~1
    git fast-export --export-marks=m --all
    git fast-import --export-marks=m
    git merge-file a b c
    git mailinfo msg patch
    git mailsplit -oout box
    git interpret-trailers --in-place f
    git mv -f a b
    git mv --force a b
    git read-tree --index-output=x HEAD
    git apply --build-fake-ancestor=x p
    gh release download v1 --clobber
    gh release download v1 -p x --clobber
    gh run download 1
    gh codespace cp a remote:b`,
  'moving branches by the back door': `
    git fetch origin +a:b
    git fetch origin +refs/heads/*:refs/heads/*
    git fetch . +main:topic
    git fetch -f origin a:b
    git fetch --force origin a:b
    git fetch -u origin main:main
    git fetch --update-head-ok origin main:main
    git fetch --refmap=+refs/heads/*:refs/heads/* origin
    git fetch --refmap x origin main
    git fetch --prune-tags
    git fetch -P
    git fetch -pP
    git fetch --prune origin refs/heads/*:refs/heads/*
    git fetch --depth=1
    git fetch --depth 1 origin
    git fetch --dep=1
    git fetch --shallow-since=yesterday
    git fetch --shallow-exclude=v1
    git fetch --update-shallow
    git pull --depth=1
    git pull origin +main:main
    git pull -f
    git update-ref refs/heads/main HEAD~1
    git update-ref -d refs/heads/main
    git update-ref --stdin
    git symbolic-ref -d HEAD
    git symbolic-ref --delete refs/heads/x
    git fast-import
    git replace -f a b
    git replace --force a b
    git replace -d a
    git notes add -f -m x
    git notes copy --force a b
    git notes merge --abort
    git refs update refs/heads/x HEAD
    git refs delete refs/heads/x
    git branch -f main HEAD~1
    git branch -D x
    git branch -df x
    git branch -dD x
    git branch -vdf x
    git branch -dfr origin/x
    git branch -mf a b
    git branch -tf x origin/x
    git tag -afm x v1
    git tag -sf v1
    git replace -gf a
    git checkout -B main x
    git switch -C main x
    git worktree add -B main ../x
    git stash export --to-ref refs/heads/x
    git tag -f v1
    git read-tree -u --reset HEAD
    git read-tree --reset HEAD
    git read-tree -mu HEAD`,
  rewriting: `
    git pull --rebase
    git pull -r
    git pull --rebase=true
    git pull --rebase=merges origin main
    git pull --reb
    git -c pull.rebase=true pull
    git -c branch.main.rebase=merges pull
    git -c fetch.pruneTags=true fetch
    git -c remote.origin.pushurl=https://x.example/y push
    git -c remote.origin.url=https://x.example/y fetch
    git rebase main
    git commit --amend
    git filter-branch --all
    git filter-repo --path x
    git replay --onto main a..b
    git history reword HEAD
    git submodule update --rebase
    git submodule update --force
    git submodule update -f`,
  'files lost': `
    git checkout -- .
    git checkout .github
    git checkout src/
    git checkout 'my file'
    git checkout -m main
    git checkout --merge main
    git switch -m main
    git switch --merge main
    git merge-one-file a b c d x 100644 100644 100644
    git checkout README.md
    git checkout src/main.ts
    git checkout --pathspec-from-file=list
    git checkout HEAD --pathspec-from-file list
    git checkout -f
    git restore .
    git reset --hard
    git clean -fd
    git rm x
    git checkout-index -a -f
    git worktree remove ../x
    git worktree add -f ../x
    git --work-tree=/home/ada/other checkout main
    git init --separate-git-dir=../x`,
  pruning: `
    git -c gc.pruneExpire=now gc
    git -c gc.reflogExpire=now gc
    git gc --prune=now
    git gc --expire-to=../old
    git lfs fetch --prune
    git lfs fetch -p
    git repack -ad
    git repack -a -d
    git repack -dal
    git repack --cruft --cruft-expiration=now -d
    git repack --filter=blob:none -a
    git repack -Ad --unpack-unreachable=now
    git prune
    git reflog expire --expire=now --all
    git worktree prune
    git stash drop
    git stash clear
    git config gc.pruneExpire now`,
  'leaving the machine by another name': `
    git svn dcommit
    git p4 submit
    git http-push https://example.com/x main
    git subtree push --prefix=x origin +main
    git send-email x.patch
    git cvsexportcommit abc
    git push --force
    git push origin +main
    git push origin :main
    git push -d origin x
    git send-pack --force origin main
    git send-pack origin +main
    gh repo sync a/b --force`,
  'doors opened on GitHub': `
    gh ssh-key add key.pub
    gh gpg-key add key.asc
    gh repo deploy-key add key.pub
    gh repo deploy-key add key.pub -w
    gh repo edit --visibility public
    gh repo edit --default-branch x
    gh repo edit --enable-issues=false
    gh repo edit --description x --allow-forking
    gh repo edit
    gh repo rename new
    gh repo archive
    gh repo delete a/b
    gh codespace ports visibility 80:public
    gh cs ports -c x visibility 80:public
    gh issue transfer 1 a/b
    gh secret set X
    gh release edit v1 --draft
    gh workflow run deploy.yml
    gh agent-task create x
    gh api -X PATCH repos/a/b
    gh api -X PUT repos/a/b/collaborators/c
    gh api -X POST repos/a/b/hooks
    gh api repos/a/b/keys -f key=x
    gh api -X POST repos/a/b/transfer
    gh api -X POST repos/a/b/dispatches
    gh api -X POST repos/a/b/issues/../hooks
    gh api --method post repos/a/b/merges
    gh api graphql -f query='mutation { updateRepository(input: {}) { id } }'
    gh api graphql -f query='mutation { addStar(input: {}) { id } mergeBranch(input: {}) { id } }'
    gh api graphql -f query='mutation { addStar: deleteRef(input: {}) { id } }'
    gh api graphql -f query='mutation { ...f } fragment f on Mutation { deleteRef(input: {}) { id } }'
    gh api graphql -f query=@file
    gh api repos/a/b/hooks --input f
    gh api -H 'X-HTTP-Method-Override: DELETE' repos/a/b
    gh api https://evil.example/x
    gh pr update-branch 1 --rebase
    gh project edit 1 --visibility PUBLIC
    gh api graphql --input x`,
} as const;

const PROGRAMS = `
  git gui
  git citool
  git gitk
  git imap-send
  git config attr.tree HEAD
  git bisect run make
  git submodule foreach ls
  git submodule --quiet foreach ls
  git maintenance start
  git maintenance register
  git hook run pre-commit
  git difftool
  git mergetool
  git filter-branch --tree-filter x
  git for-each-repo --config=x gc
  git merge-index x -a
  git instaweb
  git web--browse x
  git daemon --export-all
  git shell -c x
  git svn fetch
  git p4 sync
  git send-email x
  git lfs install
  git lfs track *.bin
  git lfs update
  git lfs frob
  git frob
  git LOG
  git submodule--helper x
  git cherry-pick --strategy=evil x
  git revert -s evil x
  git rebase -s evil main
  git rebase --strategy evil main
  git merge -s evil x
  git pull -s evil
  git fetch foo::x
  git pull foo::x main
  git push foo::x main
  git push --repo=foo::x
  git clone foo::x
  git remote add x foo::y
  git remote set-url x foo::y
  git submodule add foo::x lib
  git submodule set-url lib foo::x
  git subtree add --prefix=x foo::y main
  git archive --remote=foo::x HEAD
  git request-pull v1 foo::x
  git --git-dir=embedded gc
  git --bare gc
  gh config set made_up x
  git remote-https origin https://example.com
  gh frob
  gh pr frob
  gh extension install a/b
  gh extension upgrade --all
  gh extension exec x
  gh ext install a/b
  gh copilot suggest x
  gh skill install a/b
  gh alias set x '!sh -c y'
  gh alias set x 'pr list'
  gh alias import f
  gh config set editor ./x
  gh config set browser ./x
  gh auth setup-git
  gh codespace ssh -- ls
  gh repo clone a/b -- -c made.up=x`;

const REFUSED = `
  git rebase -x make main
  git fetch ext::x
  git push ext::x main
  git remote add x ext::y
  git remote set-url --push x ext::y
  git submodule add ext::x lib
  git remote-ext x y
  git archive --remote=ext::x HEAD
  git request-pull v1 ext::x
  git clone --template=x y
  git init --template=x
  git init-db --template=x
  git apply --unsafe-paths x
  gh repo clone a/b -- -u x
  gh repo clone a/b -- --template=x
  gh repo clone a/b -- -c core.hooksPath=x
  gh gist clone a -- --upload-pack=x
  gh repo fork a/b --clone -- --config core.hooksPath=x`;

const REMOTE = `
  git push
  git push origin main
  git push --tags
  git push --follow-tags origin main
  git push origin :
  git send-pack origin main
  git subtree push --prefix=x origin main
  git lfs push origin main
  gh repo sync a/b
  gh repo create x --private
  gh repo fork a/b
  gh repo edit --description x
  gh repo edit --add-topic x
  gh pr create --fill
  gh pr merge 1
  gh pr edit 1 --title x
  gh issue create -t x -b y
  gh issue comment 1 -b x
  gh release create v1
  gh variable set X -b y
  gh run rerun 1
  gh run cancel 1
  gh api -X POST repos/a/b/issues -f title=x
  gh api repos/a/b/issues/1/comments -f body=x
  gh api repos/{owner}/{repo}/pulls -f title=x
  gh api graphql -f query='mutation { addComment(input: {subjectId: "x", body: "deleteRef"}) { id } }'`;

const LOCAL = `
  git config transfer.fsckObjects true
  git config fetch.pruneTags false
  git config merge.verifySignatures true
  git add .
  git commit -m x
  git fetch
  git fetch --all --prune
  git fetch -p origin
  git fetch origin main:topic
  git fetch origin +refs/heads/*:refs/remotes/origin/*
  git fetch --unshallow
  git fetch --deepen=5
  git fetch --tags
  git pull
  git pull --ff-only
  git pull --no-rebase
  git pull --rebase=false
  git merge topic
  git merge -s ort topic
  git merge -s ours topic
  git cherry-pick --strategy=recursive x
  git checkout main
  git checkout feature/login
  git checkout v1.2.3
  git checkout release-1.2
  git switch main
  git mv a b
  git repack
  git repack -d
  git repack -A -d
  git gc
  git maintenance run
  git notes add -m x
  git replace a b
  git remote add x https://example.com/x.git
  git remote add x git@github.com:a/b.git
  git remote set-url x ../x.git
  git remote remove x
  git branch x
  git branch -d x
  git tag v1
  git stash
  git stash pop
  git worktree add ../x
  git submodule update --init --recursive
  git submodule add https://example.com/x.git lib
  git symbolic-ref HEAD refs/heads/x
  git read-tree HEAD
  git update-index --refresh
  git subtree add --prefix=x https://example.com/x.git main
  git clone https://example.com/x.git
  git init
  git apply x.patch
  git am x.patch
  git config user.name Ada
  gh pr checkout 1
  gh repo clone a/b
  gh repo clone a/b dir -- --depth=1
  gh repo sync
  gh release download v1
  gh release download v1 -D out`;

describe('the risk of a command', () => {
  for (const [what, lines] of Object.entries(DESTRUCTIVE))
    it.each(commands(lines))(`${what}: %s is destructive`, line =>
      expect(verdictOf(line)).toMatchObject({ class: 'mutating', risk: 'destructive' }),
    );
  it.each(commands(PROGRAMS))('%s runs a program', line => {
    const verdict = verdictOf(line);
    expect(verdict).toMatchObject({ class: 'mutating', risk: 'destructive' });
    expect('programs' in verdict && verdict.programs.length).toBeGreaterThan(0);
  });
  it.each(commands(REFUSED))('%s is refused', line => expect(verdictOf(line)).toMatchObject({ class: 'refused' }));
  it.each(commands(REMOTE))('%s leaves the machine', line =>
    expect(verdictOf(line)).toMatchObject({ class: 'mutating', risk: 'remote', programs: [] }),
  );
  it.each(commands(LOCAL))('%s is local', line =>
    expect(verdictOf(line)).toMatchObject({ class: 'mutating', risk: 'local', programs: [] }),
  );
});
