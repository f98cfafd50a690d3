import { inForce, type Walked } from '../../command/table.ts';
import { commitsIn, outOfReach } from '../impact/commits.ts';
import { type Impact, type ImpactContext, impact } from '../impact/impact.ts';
import { commitOf, headRef } from '../impact/revisions.ts';
import { noSuchCommit, quoted, refused, unreachableWords } from '../impact/wording.ts';
import { onlyRefs, reflogs } from '../snapshot-scope.ts';
import type { ForeseenLine, WriteLine } from '../write-line.ts';
import { write } from './record.ts';

/** git-branch(1): makes, moves, renames, copies and deletes branches; files stay. */
export const branch = write('branch', {
  options: {
    flag: [
      '-c --copy',
      '-C',
      '-d --delete',
      '-D',
      '-f --force',
      '-i --ignore-case',
      '-m --move',
      '-M',
      '-q --quiet',
      '-r --remotes',
      '-v --verbose',
      '--create-reflog',
      '--no-track',
      '--unset-upstream',
    ],
    optional: ['-t --track'],
    value: ['-u --set-upstream-to'],
  },
  // Deleting and renaming take a reflog along.
  touches: ({ known }) => (known.found.length > 0 ? reflogs : onlyRefs),
  touchesAtMost: reflogs,
  impact: impactOf,
  allowance: { options: ['--delete', '--no-track', '--quiet'] },
  examples: {
    destructive: ['git branch -D topic', 'git branch -f topic HEAD~1', 'git branch -M old new'],
    local: ['git branch topic', 'git branch topic main', 'git branch -d topic', 'git branch -m old new'],
  },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const on = (name: string) => inForce(walked, name);
  const there = await branchesIn(line, context);
  const force = on('--force');
  if (on('--set-upstream-to') || on('--unset-upstream')) return upstream(walked, there, line, context);
  if (on('--delete') || on('-D')) return deletes(walked, there, on('-D') || force, line, context);
  if (on('--move') || on('-M')) return renames(walked, there, 'Renames', on('-M') || force, line, context);
  if (on('--copy') || on('-C')) return renames(walked, there, 'Copies', on('-C') || force, line, context);
  return creates(walked, there, force, line, context);
}

interface Branch {
  readonly oid: string;
  readonly upstream: string;
  /** The work tree that is on it; empty for none. */
  readonly place: string;
}
type Branches = ReadonlyMap<string, Branch>;

async function branchesIn(line: WriteLine, context: ImpactContext): Promise<Branches> {
  const format = '--format=%(refname)%00%(objectname)%00%(upstream)%00%(worktreepath)';
  const text = await context.git.readOrThrow(['for-each-ref', format, 'refs/heads', 'refs/remotes'], line.cwd);
  const rows = text
    .split('\n')
    .slice(0, -1)
    .map(each => each.split('\0'));
  return new Map(rows.map(([name = '', oid = '', upstream = '', place = '']) => [name, { oid, upstream, place }]));
}

async function deletes(
  walked: Walked,
  there: Branches,
  force: boolean,
  line: WriteLine,
  context: ImpactContext,
): Promise<Impact> {
  const prefix = inForce(walked, '--remotes') ? 'refs/remotes/' : 'refs/heads/';
  const refs: string[] = [];
  for (const name of walked.positionals) {
    const ref = `${prefix}${name}`;
    const known = there.get(ref);
    if (known === undefined) return refused(`there is no branch ${quoted(name)}.`);
    if (known.place !== '') return refused(`${quoted(name)} is checked out in ${quoted(known.place)}.`);
    if (!force && prefix === 'refs/heads/') {
      const base = there.get(known.upstream)?.oid ?? (await commitOf(context, 'HEAD', line.cwd));
      const ahead = (await commitsIn(context, [known.oid, ...(base === undefined ? [] : ['--not', base])])).total;
      if (ahead > 0) return refused(`${quoted(name)} is not fully merged; -D would delete it anyway.`);
    }
    refs.push(ref);
  }
  if (refs.length === 0) return refused('no branch is named.');
  const from = refs.flatMap(ref => there.get(ref)?.oid ?? []);
  const unreachable = await outOfReach(context, { from, without: refs });
  const what = refs.length === 1 ? `the branch ${quoted(walked.positionals[0] ?? '')}` : `${refs.length} branches`;
  return impact({ sentences: [...unreachableWords(unreachable.total), `Deletes ${what}.`], unreachable });
}

async function renames(
  walked: Walked,
  there: Branches,
  verb: 'Renames' | 'Copies',
  force: boolean,
  _line: WriteLine,
  context: ImpactContext,
): Promise<Impact> {
  const [first, second, third] = walked.positionals;
  if (first === undefined || third !== undefined) return refused('it needs an old name and a new one.');
  const current = await headRef(context);
  const from = second === undefined ? current : `refs/heads/${first}`;
  const to = `refs/heads/${second ?? first}`;
  if (from === undefined) return refused('no branch is checked out.');
  const source = there.get(from);
  const over = from === to ? undefined : there.get(to);
  if (source === undefined && !(verb === 'Renames' && from === current))
    return refused(`there is no branch ${quoted(shortName(from))}.`);
  if (over && !force) return refused(`a branch ${quoted(shortName(to))} already exists.`);
  if (over && over.place !== '') return refused(`${quoted(shortName(to))} is checked out in ${quoted(over.place)}.`);
  const unreachable = await outOfReach(context, {
    from: over ? [over.oid] : [],
    to: source ? [source.oid] : [],
    without: [to],
  });
  const does = `${verb} the branch ${quoted(shortName(from))} to ${quoted(shortName(to))}.`;
  return impact({ sentences: [...unreachableWords(unreachable.total), does], unreachable });
}

async function creates(
  walked: Walked,
  there: Branches,
  force: boolean,
  line: WriteLine,
  context: ImpactContext,
): Promise<Impact> {
  const [name, start = 'HEAD', extra] = walked.positionals;
  if (name === undefined || extra !== undefined) return refused('it needs a branch name and a starting point.');
  const ref = `refs/heads/${name}`;
  const known = there.get(ref);
  if (known && !force) return refused(`a branch ${quoted(name)} already exists.`);
  if (known && known.place !== '') return refused(`${quoted(name)} is checked out in ${quoted(known.place)}.`);
  const to = await commitOf(context, start, line.cwd);
  if (to === undefined) return noSuchCommit(start);
  const unreachable = await outOfReach(context, { from: known ? [known.oid] : [], to: [to], without: [ref] });
  const does = `${known ? 'Moves' : 'Creates'} the branch ${quoted(name)}.`;
  return impact({ sentences: [...unreachableWords(unreachable.total), does], unreachable });
}

async function upstream(walked: Walked, there: Branches, _line: WriteLine, context: ImpactContext): Promise<Impact> {
  const [name] = walked.positionals;
  const ref = name === undefined ? await headRef(context) : `refs/heads/${name}`;
  if (ref === undefined) return refused('no branch is checked out.');
  const known = there.get(ref);
  if (known === undefined) return refused(`there is no branch ${quoted(shortName(ref))}.`);
  if (inForce(walked, '--unset-upstream') && known.upstream === '')
    return refused(`${quoted(shortName(ref))} has no upstream.`);
  return impact({ sentences: [`Changes only the upstream of ${quoted(shortName(ref))}.`] });
}

const shortName = (ref: string): string => ref.replace(/^refs\/(heads|remotes)\//, '');
