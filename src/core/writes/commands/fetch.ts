import { join } from 'node:path';
import { inForce } from '../../command/table.ts';
import { disk } from '../../repository/files.ts';
import { type Impact, type ImpactContext, impact, unknownImpact } from '../impact/impact.ts';
import { fetchAddress } from '../impact/remote-address.ts';
import { fetchRemote, fetchSpecs } from '../impact/remotes.ts';
import { currentBranch } from '../impact/revisions.ts';
import { type Settings, settingsOf } from '../impact/settings.ts';
import { unforeseen } from '../impact/wording.ts';
import { onlyRefs, reflogs, WIDEST } from '../snapshot-scope.ts';
import { type ForeseenLine, isGiven } from '../write-line.ts';
import { write } from './record.ts';

/** git-fetch(1): downloads objects; pruned branches take their reflogs along. */
export const fetch = write('fetch', {
  options: {
    flag: ['-4 --ipv4', '-6 --ipv6', '-f --force', '-p --prune', '-q --quiet', '-v --verbose', '--all', '--progress'],
  },
  notForeseen: {
    flag: [
      '-a --append',
      '-k --keep',
      '-m --multiple',
      '-n --no-tags',
      '-P --prune-tags',
      '-t --tags',
      '-u --update-head-ok',
      '--atomic',
      '--auto-gc --auto-maintenance',
      '--dry-run',
      '--negotiate-only',
      '--porcelain',
      '--prefetch',
      '--refetch',
      '--set-upstream',
      '--show-forced-updates',
      '--stdin',
      '--unshallow',
      '--update-shallow',
      '--write-commit-graph',
      '--write-fetch-head',
    ],
    optional: ['--recurse-submodules'],
    value: [
      '-j --jobs',
      '-o --server-option',
      '--deepen',
      '--depth',
      '--filter',
      '--negotiation-include',
      '--negotiation-restrict --negotiation-tip',
      '--recurse-submodules-default',
      '--refmap',
      '--shallow-exclude',
      '--shallow-since',
      '--submodule-prefix',
      '--upload-pack',
    ],
  },
  touches: ({ known }) => (isGiven(known, '--prune', '--prune-tags') ? reflogs : onlyRefs),
  touchesAtMost: reflogs,
  impact: impactOf,
  examples: {
    destructive: ['git fetch --force origin main:main', 'git fetch origin +main:main'],
    local: ['git fetch', 'git fetch -p origin', 'git fetch origin +refs/heads/*:refs/remotes/origin/*'],
  },
});

/** Foreseen when all it writes are remote-tracking branches: by no refspec of the line, nor by one of the config. */
async function impactOf({ walked }: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const [named, ...refspecs] = walked.positionals;
  if (refspecs.length > 0 || inForce(walked, '--force')) return unforeseen('fetch');
  const [settings, branch] = await Promise.all([settingsOf(context), currentBranch(context)]);
  const remotes = inForce(walked, '--all') ? settings.names('remote', 'url') : [named ?? fetchRemote(settings, branch)];
  if (inForce(walked, '--prune') || remotes.some(remote => prunes(settings, remote)))
    return unknownImpact('Sluice cannot tell which remote-tracking branches this deletes.');
  if (!remotes.every(remote => isPlain(settings, remote)))
    return unknownImpact(
      'Sluice cannot tell which refs this overwrites: remote.<name>.fetch names some outside refs/remotes.',
    );
  const sentences = [`Fetches from ${remotes.join(', ')}. Your branches and files stay as they are.`];
  const mayRecurse = !/^(?:no|false|off|0|)$/i.test(settings.one('fetch.recursesubmodules') ?? 'on-demand');
  if (mayRecurse && (await disk.exists(join(context.repository.workTree, '.gitmodules'))))
    sentences.push(IN_SUBMODULES);
  return impact({
    sentences,
    addresses: remotes.map(remote => fetchAddress(settings, remote)),
  });
}

const IN_SUBMODULES = 'Submodules may be fetched too; Undo leaves what is fetched there.';

const prunes = (settings: Settings, remote: string): boolean =>
  ['fetch.prune', 'fetch.prunetags', `remote.${remote}.prune`, `remote.${remote}.prunetags`].some(settings.is);

/** A group of remotes is none: each of them may be anything. */
const isPlain = (settings: Settings, remote: string): boolean =>
  settings.all(`remotes.${remote}`).length === 0 &&
  fetchSpecs(settings, remote).every(({ to }) => to === undefined || to.startsWith('refs/remotes/'));

/** Other ways of moving objects between repositories. */
export const backfill = write('backfill', { touches: WIDEST, examples: { local: ['git backfill'] } });
export const fetchPack = write('fetch-pack', {
  touches: WIDEST,
  examples: { local: ['git fetch-pack https://example.com/it.git main'] },
});
export const sendPack = write('send-pack', {
  touches: WIDEST,
  examples: { destructive: ['git send-pack --force origin main'], remote: ['git send-pack origin main'] },
});
