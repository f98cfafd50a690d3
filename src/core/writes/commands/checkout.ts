import { inForce, type Walked } from '../../command/table.ts';
import { type Impact, type ImpactContext, impact, unknownImpact } from '../impact/impact.ts';
import { hasDashes, isThere, looksLikePathspec } from '../impact/paths.ts';
import { restoreImpact } from '../impact/restore-impact.ts';
import { objectOf, switchTargetOf, tracking } from '../impact/revisions.ts';
import { type Destination, switchImpact } from '../impact/switch-impact.ts';
import { noSuchCommit, quoted, refused } from '../impact/wording.ts';
import { filesWrittenFrom } from '../snapshot-scope.ts';
import { type ForeseenLine, isGiven, revisionsOn, type WriteLine } from '../write-line.ts';
import { write } from './record.ts';

/** git-checkout(1): goes to a branch or commit, or brings files back; a word may be either. */
export const checkout = write('checkout', {
  options: {
    flag: [
      '-2 --ours',
      '-3 --theirs',
      '-d --detach',
      '-f --force',
      '-l',
      '-m --merge',
      '-q --quiet',
      '--guess',
      '--ignore-other-worktrees',
      '--ignore-skip-worktree-bits',
      '--overlay',
      '--overwrite-ignore',
      '--progress',
    ],
    optional: ['-t --track'],
    value: ['-b', '-B', '--conflict', '--orphan'],
  },
  notForeseen: {
    flag: ['-p --patch', '--auto-advance', '--pathspec-file-nul'],
    optional: ['--recurse-submodules'],
    value: ['-U --unified', '--inter-hunk-context', '--pathspec-from-file'],
  },
  touches: line => {
    const [revision] = revisionsOn(line);
    const fromIndex = revision === undefined && line.known.positionals.length > 0;
    if (fromIndex) return filesWrittenFrom({});
    const merges = isGiven(line.known, '--merge', '--conflict');
    // What is brought back or merged over has to be in no one's way either.
    const also = merges || isGiven(line.known, '--force') ? ['HEAD'] : [];
    return filesWrittenFrom({ trees: [revision ?? 'HEAD', ...also], merges });
  },
  impact: impactOf,
  examples: {
    destructive: ['git checkout -- .', 'git checkout -f main', 'git checkout -B topic main', 'git checkout main a.txt'],
    local: ['git checkout main', 'git checkout -b topic origin/main', 'git checkout --detach HEAD~1'],
  },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const { positionals, beforeDashes } = walked;
  const dashes = hasDashes(line);
  const [first, ...rest] = positionals;
  const makes = ['-b', '-B', '--orphan'].some(name => inForce(walked, name));
  if (dashes && beforeDashes > 1) return refused('only one revision can come before --.');
  if (dashes && positionals.length > beforeDashes) {
    const [source, paths] = beforeDashes === 1 ? [first, rest] : [undefined, positionals];
    return bringBack(source, paths, walked, line, context);
  }
  if (first === undefined) return goTo(undefined, walked, line, context);
  if (first.includes('...')) return unknownImpact(`Sluice cannot tell which commit ${quoted(first)} is.`);
  const isRevision = first === '-' || (await objectOf(context, first, 'tree', line.cwd)) !== undefined;
  if (makes)
    return rest.length > 0 ? refused('a branch and paths cannot be combined.') : goTo(first, walked, line, context);
  if (isRevision && rest.length === 0) return goTo(first, walked, line, context);
  if (isRevision) {
    const both = `${quoted(first)} is both a revision and a file; put -- between them.`;
    return (await isThere(first, line)) ? refused(both) : bringBack(first, rest, walked, line, context);
  }
  if (rest.length === 0) return guess(first, dashes, walked, line, context);
  return bringBack(undefined, positionals, walked, line, context);
}

/** A word that is no revision: a branch of a remote, or a path. */
async function guess(
  word: string,
  dashes: boolean,
  walked: Walked,
  line: WriteLine,
  context: ImpactContext,
): Promise<Impact> {
  const remote = walked.options.get('--guess') === false ? [] : await tracking(word, line, context);
  const isFile = !dashes && ((await isThere(word, line)) || looksLikePathspec(word));
  if (remote.length === 1 && isFile) return refused(`${quoted(word)} is both a file and a remote branch.`);
  if (remote.length > 1 && !isFile) return refused(`more than one remote has a branch ${quoted(word)}.`);
  const [commit] = remote;
  if (commit === undefined) return dashes ? noSuchCommit(word) : bringBack(undefined, [word], walked, line, context);
  return switchImpact({ ...usual(walked), commit, branch: word, creates: 'new' }, line, context);
}

async function bringBack(
  word: string | undefined,
  paths: readonly string[],
  walked: Walked,
  line: WriteLine,
  context: ImpactContext,
): Promise<Impact> {
  const on = (name: string) => inForce(walked, name);
  if (['-b', '-B', '--orphan', '--detach', '--track'].some(on))
    return refused('a branch and paths cannot be combined.');
  const source =
    word === undefined ? undefined : await objectOf(context, word === '-' ? '@{-1}' : word, 'tree', line.cwd);
  if (word !== undefined && source === undefined) return noSuchCommit(word);
  const sides = ['--ours', '--theirs', '--merge', '--conflict'].some(on);
  if (sides && source !== undefined) return refused('a side of a conflict cannot come from a commit.');
  const conflicts = sides ? 'overwrite' : on('--force') ? 'skip' : 'refuse';
  const overlay = walked.options.get('--overlay') !== false;
  return restoreImpact(
    { paths, source, staged: source !== undefined, worktree: true, overlay, conflicts },
    line,
    context,
  );
}

async function goTo(
  word: string | undefined,
  walked: Walked,
  line: WriteLine,
  context: ImpactContext,
): Promise<Impact> {
  const on = (name: string) => inForce(walked, name);
  if (on('--track') && !on('-b') && !on('-B')) return unknownImpact('Sluice cannot tell which branch --track creates.');
  const to = word === undefined ? undefined : await switchTargetOf(word, line, context);
  if (word !== undefined && to === undefined) return noSuchCommit(word);
  const base = { ...usual(walked), commit: to?.commit };
  const value = (name: string) => walked.options.get(name);
  const orphan = value('--orphan');
  if (typeof orphan === 'string') {
    return switchImpact({ ...base, branch: orphan, creates: 'new', filesStay: to === undefined }, line, context);
  }
  const made = value('-B') ?? value('-b');
  if (typeof made === 'string') {
    return switchImpact(
      { ...base, branch: made, creates: on('-B') ? 'anew' : 'new', filesStay: to === undefined },
      line,
      context,
    );
  }
  if (to === undefined && !on('--force') && !on('--detach')) return impact({ sentences: ['No files would change.'] });
  return switchImpact({ ...base, branch: on('--detach') ? undefined : to?.branch, creates: 'no' }, line, context);
}

/** The parts that do not depend on where it goes. */
const usual = (walked: Walked): Omit<Destination, 'commit' | 'branch' | 'creates'> => ({
  force: inForce(walked, '--force'),
  merge: inForce(walked, '--merge') || inForce(walked, '--conflict'),
  overwriteIgnored: walked.options.get('--overwrite-ignore') !== false,
  otherWorkTrees: inForce(walked, '--ignore-other-worktrees'),
  filesStay: false,
  mustBeIdle: false,
});
