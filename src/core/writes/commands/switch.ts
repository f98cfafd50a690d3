import { inForce, type Walked } from '../../command/table.ts';
import { type Impact, type ImpactContext, unknownImpact } from '../impact/impact.ts';
import { switchTargetOf, tracking } from '../impact/revisions.ts';
import { type Destination, switchImpact } from '../impact/switch-impact.ts';
import { noSuchCommit, quoted, refused } from '../impact/wording.ts';
import { filesWrittenFrom } from '../snapshot-scope.ts';
import { type ForeseenLine, isGiven, revisionsOn, type WriteLine } from '../write-line.ts';
import { write } from './record.ts';

/** git-switch(1): goes to a branch, which it can make, or with `--detach` to a commit. */
export const switchTo = write('switch', {
  options: {
    flag: [
      '-d --detach',
      '-f --force --discard-changes',
      '-m --merge',
      '-q --quiet',
      '--guess',
      '--ignore-other-worktrees',
      '--overwrite-ignore',
      '--progress',
    ],
    optional: ['-t --track'],
    value: ['-c --create', '-C --force-create', '--conflict', '--orphan'],
  },
  notForeseen: { optional: ['--recurse-submodules'] },
  touches: line => {
    const merges = isGiven(line.known, '--merge', '--conflict');
    const also = merges || isGiven(line.known, '--discard-changes') ? ['HEAD'] : [];
    // A history that is yet to begin has no files: all that are tracked go.
    const everyTracked = isGiven(line.known, '--orphan');
    return filesWrittenFrom({ trees: [revisionsOn(line)[0] ?? 'HEAD', ...also], merges, everyTracked });
  },
  impact: impactOf,
  allowance: { options: ['--create', '--detach', '--quiet'], free: ['--create'] },
  examples: {
    destructive: ['git switch -C topic', 'git switch --discard-changes main'],
    local: ['git switch main', 'git switch -c topic origin/main', 'git switch --detach HEAD~1', 'git switch -'],
  },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const [word, ...rest] = walked.positionals;
  if (rest.length > 0) return refused('only one branch can be switched to.');
  const value = (name: string) => walked.options.get(name);
  const orphan = value('--orphan');
  if (typeof orphan === 'string') {
    if (word !== undefined) return refused('--orphan takes no starting point.');
    return switchImpact({ ...usual(walked), commit: null, branch: orphan, creates: 'new' }, line, context);
  }
  const made = value('--force-create') ?? value('--create');
  const to = word === undefined ? undefined : await switchTargetOf(word, line, context);
  if (typeof made === 'string') {
    if (word !== undefined && to === undefined) return noSuchCommit(word);
    const creates = value('--force-create') === undefined ? 'new' : 'anew';
    const base = { ...usual(walked), commit: to?.commit, filesStay: to === undefined };
    return switchImpact({ ...base, branch: made, creates }, line, context);
  }
  if (inForce(walked, '--track')) return unknownImpact('Sluice cannot tell which branch --track creates.');
  const detach = inForce(walked, '--detach');
  if (word === undefined && !detach) return refused('no branch is named.');
  if (word !== undefined && to === undefined) return guess(word, walked, line, context);
  if (to?.branch === undefined && !detach)
    return refused(`${quoted(word ?? '')} is not a branch; use --detach to go there anyway.`);
  return switchImpact(
    { ...usual(walked), commit: to?.commit, branch: detach ? undefined : to?.branch, creates: 'no' },
    line,
    context,
  );
}

async function guess(word: string, walked: Walked, line: WriteLine, context: ImpactContext): Promise<Impact> {
  const remotes =
    walked.options.get('--guess') === false || inForce(walked, '--detach') ? [] : await tracking(word, line, context);
  const [commit] = remotes;
  if (remotes.length > 1) return refused(`more than one remote has a branch ${quoted(word)}.`);
  if (commit === undefined) return noSuchCommit(word);
  return switchImpact({ ...usual(walked), commit, branch: word, creates: 'new' }, line, context);
}

const usual = (walked: Walked): Omit<Destination, 'commit' | 'branch' | 'creates'> => ({
  force: inForce(walked, '--discard-changes'),
  merge: inForce(walked, '--merge') || inForce(walked, '--conflict'),
  overwriteIgnored: walked.options.get('--overwrite-ignore') !== false,
  otherWorkTrees: inForce(walked, '--ignore-other-worktrees'),
  filesStay: false,
  mustBeIdle: true,
});
