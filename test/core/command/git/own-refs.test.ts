import { describe, expect, it } from 'vitest';
import { verdictOf } from '../../../support/verdict-of.ts';

describe('the refs of the journal', () => {
  it.each([
    'git update-ref -d refs/sluice/journal/1',
    'git update-ref refs/sluice/keep/1/0 HEAD',
    'git update-ref -d sluice/journal/1',
    'git symbolic-ref refs/sluice/journal/1 refs/heads/main',
    'git push origin refs/sluice/journal/1:refs/heads/leak',
    'git push origin sluice/keep/1/0:leak',
    'git push origin +sluice/keep/1/0:leak',
    "git push origin 'refs/*:refs/*'",
    "git push origin '+refs/*'",
    "git push origin 'refs/s*'",
    "git push origin '*'",
    'git push --mirror',
    'git push --mirr origin',
    'git push --m origin',
    'git send-pack --m ../x',
    'git -c remote.origin.mirror=true push origin',
    'git -c Remote.origin.Mirror push origin',
    "git -c remote.origin.push='refs/*:refs/*' push origin",
    'git --config-env=remote.origin.mirror=X push origin',
    'git --config-env remote.origin.mirror=X push origin',
    "git fetch --prune origin '+refs/*:refs/*'",
    'git remote add --mirror=push x ../x',
    'git branch leak refs/sluice/keep/1/0',
    'git update-ref -d refs/Sluice/journal/1',
    'git update-ref -d main-worktree/refs/sluice/journal/1',
    "git push origin 'REFS/*'",
    "git fetch --refmap='refs/*:refs/*' origin",
    "git fetch --refm '+refs/*:refs/*' origin",
    "git fetch origin '+refs/heads/*:refs/*'",
    "git -c remote.origin.fetch='+refs/*:refs/*' fetch --prune",
    "git -c remote.x.fetch='+refs/*:refs/*' remote remove x",
    'git --config-env=remote.origin.fetch=X pull',
    'git -c core.notesRef=refs/sluice/journal/1 notes add -m x',
    "git config remote.origin.fetch '+refs/*:refs/*'",
    "git config --add remote.origin.push 'refs/*'",
    'git config remote.origin.fetch +refs/heads/main:refs/sluice/journal/1',
    'git remote add --mirror=fetch x ../x',
    'git bundle create all.bundle --all',
    'git bundle create --quiet all.bundle --branches --all',
    "git bundle create all.bundle '--glob=refs/*'",
    "git bundle create all.bundle '--glob=*'",
    'git bundle create all.bundle --glob=sluice',
    'git bundle create all.bundle --glob sluice/journal',
    "git bundle create all.bundle '--glob=refs/[s]luice'",
    'git bundle create all.bundle --reflog',
    'git bundle create all.bundle refs/sluice/journal/1',
    "git bundle create all.bundle '--exclude=refs/sluice/*' --branches --all",
    "git bundle create all.bundle '--exclude=refs/sluice/*' --all --all",
    "git bundle create all.bundle '--exclude=refs/sluice/journal/*' --all",
    'git pack-objects --all out/pack',
    'git restore -srefs/sluice/journal/1 .',
    'git archive -o x.zip sluice/journal/20261118T040000000Z-abcdef01',
    'git read-tree sluice/journal/20261118T040000000Z-abcdef01',
    'git checkout sluice/journal/20261118T040000000Z-abcdef01 -- .',
    'git restore -ssluice/keep/20261118T040000000Z-abcdef01/staged0 .',
  ])('are kept from %s', text => expect(verdictOf(text)).toMatchObject({ class: 'refused' }));

  it.each([
    "git push origin 'refs/heads/*'",
    'git push origin sluice/feature',
    'git push origin feature/sluice/journal-page',
    'git push --all origin',
    'git fetch --multiple origin other',
    'git -c core.abbrev=7 push origin main',
    'git push --tags',
    "git fetch origin '+refs/heads/*:refs/remotes/origin/*'",
    "git commit -m 'about refs/heads and * and --mirror'",
    "git add '*'",
    'git add sluice/journal/page.ts src/sluice/keep/it.ts',
    "git commit -m 'keep what is under refs/sluice/journal'",
    'git push origin feature/sluice/journal/page',
    "git config remote.origin.fetch '+refs/heads/*:refs/remotes/origin/*'",
    "git config alias.s 'status *'",
    'git bundle create main.bundle main',
    'git bundle create all.bundle --branches --tags',
    "git bundle create all.bundle '--exclude=refs/sluice/*' --all",
    'git bundle create all.bundle --glob=heads',
    "git bundle create all.bundle '--glob=refs/tags/*'",
    'git fast-export --all',
    'git pack-refs --all',
  ])('are nothing to %s', text => expect(verdictOf(text)).toMatchObject({ class: 'mutating' }));

  it.each(['git for-each-ref refs/sluice', 'git rev-parse refs/sluice/journal/1', 'git show-ref', 'git log --all'])(
    'can be looked at: %s',
    text => expect(verdictOf(text)).toMatchObject({ class: 'read-only' }),
  );

  it.each([
    'git show refs/sluice/journal/1:0',
    'git show sluice/journal/1:0',
    'git cat-file -p refs/sluice/journal/1',
    'git archive refs/sluice/journal/1',
    'git grep KEY refs/sluice/journal/1',
    'git diff HEAD refs/sluice/keep/1/staged0',
    'git ls-tree -r main-worktree/refs/sluice/journal/1',
    'git cat-file --batch-all-objects --batch',
  ])('are not shown what they hold: %s', text =>
    expect(verdictOf(text)).toMatchObject({ class: 'mutating', effects: ['reveals-secret'] }),
  );
});

describe('the key of the journal', () => {
  it.each([
    'git config -f /home/ada/.local/state/sluice/journal-key a.b c',
    'git log --output=/home/ada/.local/state/sluice/journal-key',
    'git log --output=/var/state/sluice/journal-key',
    'git checkout-index --prefix=/home/ada/.local/state/sluice/ -a',
    'git --work-tree=/home/ada/.local/state/sluice checkout -f',
    'git worktree add /home/ada/.local/state/sluice',
    "git format-patch -o '/Users/ada/Library/Application Support/sluice' HEAD~1",
    'git archive -o C:/Users/ada/AppData/Local/sluice/journal-key HEAD',
    'gh release download v1 -O /home/ada/.local/state/sluice/journal-key',
    'gh release download v1 -D /home/ada/.local/state/sluice',
  ])('is not written by %s', text => expect(verdictOf(text)).toMatchObject({ class: 'refused' }));

  it.each([
    'git diff --no-index /dev/null .local/state/sluice/journal-key',
    'git show HEAD:state/sluice/journal-key',
    'git grep --no-index -a . state/sluice/journal-key',
  ])('is not shown by %s', text =>
    expect(verdictOf(text)).toMatchObject({ class: 'mutating', effects: ['reveals-secret'] }),
  );
});
