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
  ])('are nothing to %s', text => expect(verdictOf(text)).toMatchObject({ class: 'mutating' }));

  it('can be looked at', () => {
    expect(verdictOf('git for-each-ref refs/sluice')).toMatchObject({ class: 'read-only' });
  });
});
