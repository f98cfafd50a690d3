import { inForce, type Walked } from '../../command/table.ts';
import { mergeBases } from '../impact/commits.ts';
import { type Impact, type ImpactContext, impact, unknownImpact } from '../impact/impact.ts';
import { fetchAddress } from '../impact/remote-address.ts';
import { fetchRemote, fetchSpecs, lastFetch, mapped, parseRefspec } from '../impact/remotes.ts';
import { commitOf, currentBranch } from '../impact/revisions.ts';
import { type Settings, settingsOf } from '../impact/settings.ts';
import { refused, unforeseen } from '../impact/wording.ts';
import { filesWrittenFrom } from '../snapshot-scope.ts';
import type { ForeseenLine } from '../write-line.ts';
import { merge } from './merge.ts';
import { rebase } from './rebase.ts';
import { type WriteRecord, write } from './record.ts';

/** Options that merge and rebase take as well, by what they are called there. */
const HANDED_ON = {
  merge: ['--autostash', '--commit', '--ff', '--ff-only', '--squash', '--allow-unrelated-histories'],
  rebase: ['--autostash'],
} as const;

/** git-pull(1): fetches, then merges or rebases; told from what the last fetch left here. */
export const pull = write('pull', {
  options: {
    flag: [
      '-4 --ipv4',
      '-6 --ipv6',
      '--all',
      '--allow-unrelated-histories',
      '-a --append',
      '--autostash',
      '--commit',
      '--dry-run',
      '--edit',
      '--ff',
      '--ff-only',
      '-f --force',
      '-k --keep',
      '-n',
      '--no-verify',
      '--progress',
      '-p --prune',
      '-q --quiet',
      '--set-upstream',
      '--show-forced-updates',
      '--signoff',
      '--squash',
      '--stat',
      '-t --tags',
      '-v --verbose',
      '--verify',
      '--verify-signatures',
    ],
    optional: ['-S --gpg-sign', '-j --jobs', '--log', '-r --rebase', '--recurse-submodules'],
    value: ['--cleanup', '-s --strategy', '-X --strategy-option', '-o --server-option'],
  },
  // What comes is not known before it is there.
  touches: {
    ...filesWrittenFrom({ trees: ['HEAD', '@{upstream}'], merges: true, everyTracked: true }),
    untracked: 'ignored-files',
  },
  impact: impactOf,
  examples: {
    destructive: ['git pull --force', 'git pull --rebase origin main'],
    local: ['git pull', 'git pull --ff-only', 'git pull --no-rebase'],
  },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  if (inForce(line.walked, '--dry-run')) return impact({ sentences: ['A dry run: nothing changes.'] });
  const [settings, branch] = await Promise.all([settingsOf(context), currentBranch(context)]);
  const remote = line.walked.positionals[0] ?? fetchRemote(settings, branch);
  const foreseen = await foresee({ line, settings, branch, remote }, context);
  if (remote === '.') return foreseen;
  const isNamed = settings.names('remote', 'url').includes(remote) && /^\w[\w./-]*$/.test(remote);
  return {
    ...foreseen,
    addresses: [fetchAddress(settings, remote)],
    ...(isNamed && { fetchFirst: `git fetch ${remote}` }),
  };
}

interface PullInput {
  readonly line: ForeseenLine;
  readonly settings: Settings;
  readonly branch: string | undefined;
  readonly remote: string;
}

async function foresee({ line, settings, branch, remote }: PullInput, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const [, refspec, ...more] = walked.positionals;
  if (more.length > 0) return unknownImpact('Sluice cannot tell what a pull of several branches does.');
  const source = sourceOf(refspec, remote, branch, settings);
  if (source === undefined) return refused('the branch has no upstream, and none is named.');
  const known = remote === '.' ? source : mapped(fetchSpecs(settings, remote), source);
  const [head, target] = await Promise.all([
    commitOf(context, 'HEAD'),
    known === undefined ? undefined : commitOf(context, known),
  ]);
  if (known === undefined || target === undefined) return unknownImpact(`${source} was never fetched from ${remote}.`);
  if (head === undefined) return unknownImpact('There are no commits here yet.');
  const bases = await mergeBases(context, head, target);
  const next = nextOf({ walked, settings, branch, known, forward: bases.includes(head), same: bases.includes(target) });
  if (typeof next === 'string') return refused(next);
  const foreseen = await impactOfNext(next, line.cwd, context);
  // The fetch may bring what the commits that are only here have to be rebased on.
  const rewrites = next.record === rebase && head !== target;
  if (remote === '.') return { ...foreseen, ...(rewrites && { rewrites }) };
  const fetched = `the last fetch from ${remote}${await lastFetch(context.repository, fetchAddress(settings, remote))}`;
  // Nobody has looked: that nothing would happen is no fact.
  const isNothing = foreseen.commits.total === 0 && !foreseen.refused && foreseen.unknown === null;
  const sentences = isNothing
    ? [`Nothing new as of ${fetched}; fetch first to see what has come since.`]
    : [...foreseen.sentences, `This is based on ${fetched}; newer commits would be pulled too.`];
  const unknown = isNothing && rewrites ? `Sluice cannot tell what ${remote} has got since.` : foreseen.unknown;
  return { ...foreseen, sentences, unknown, ...(rewrites && { rewrites }) };
}

/** The command that pull goes on with after the fetch. */
interface Next {
  readonly record: WriteRecord;
  readonly words: readonly string[];
}

async function impactOfNext({ record, words }: Next, cwd: string, context: ImpactContext): Promise<Impact> {
  const line = record.read(words, cwd);
  const { walked } = line;
  return (walked && record.impact?.({ ...line, walked }, context)) ?? unforeseen(record.subcommand);
}

/** The ref to pull as the other side calls it. */
function sourceOf(
  refspec: string | undefined,
  remote: string,
  branch: string | undefined,
  settings: Settings,
): string | undefined {
  const from = refspec === undefined ? undefined : parseRefspec(refspec).from;
  if (from !== undefined) return from.startsWith('refs/') ? from : `refs/heads/${from}`;
  // Another remote than its own has no branch that goes with this one.
  if (branch === undefined || (settings.one(`branch.${branch}.remote`) ?? remote) !== remote) return undefined;
  return settings.one(`branch.${branch}.merge`);
}

interface PullFacts {
  readonly walked: Walked;
  readonly settings: Settings;
  readonly branch: string | undefined;
  readonly known: string;
  /** True when this branch only has to catch up. */
  readonly forward: boolean;
  /** True when there is nothing to pull. */
  readonly same: boolean;
}

/** The command after the fetch, or why git would stop there. */
function nextOf({ walked, settings, branch, known, forward, same }: PullFacts): Next | string {
  const how = walked.options.get('--rebase') ?? settings.one(`branch.${branch}.rebase`) ?? settings.one('pull.rebase');
  const rebases = how !== undefined && how !== false && !/^(?:false|no|off|0)$/i.test(String(how));
  const ff = ['--ff', '--ff-only'].some(name => walked.options.has(name)) ? undefined : settings.one('pull.ff');
  const only = inForce(walked, '--ff-only') || (ff === 'only' && walked.options.get('--rebase') === undefined);
  const words = (names: readonly string[]) =>
    names.flatMap(name => {
      const value = walked.options.get(name);
      return value === undefined ? [] : [value === false ? name.replace('--', '--no-') : name];
    });
  if (only && !forward && !same) return 'the branches have diverged, and only a fast-forward is allowed.';
  if (rebases && !forward) {
    if (/^(?:merges|m|interactive|i)$/.test(String(how))) return { record: rebase, words: ['--rebase-merges', known] };
    return { record: rebase, words: ['--fork-point', ...words(HANDED_ON.rebase), known] };
  }
  const decided = how !== undefined || ff !== undefined || ['--ff', '--ff-only'].some(name => walked.options.has(name));
  if (!decided && !forward && !same)
    return 'the branches have diverged; choose --rebase or --no-rebase, or set pull.rebase.';
  const strategy = ['--strategy', '--strategy-option'].flatMap(name => {
    const value = walked.options.get(name);
    return typeof value === 'string' ? [`${name}=${value}`] : [];
  });
  const never = ff !== undefined && /^(?:false|no|off|0)$/i.test(ff) ? ['--no-ff'] : [];
  return { record: merge, words: [...never, ...words(HANDED_ON.merge), ...strategy, known] };
}
