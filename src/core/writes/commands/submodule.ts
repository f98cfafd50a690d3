import { join } from 'node:path';
import { plural } from '../../../shared/plural.ts';
import { inForce } from '../../command/table.ts';
import { outOfReach } from '../impact/commits.ts';
import { type CommitLine, type Impact, type ImpactContext, impact, listed } from '../impact/impact.ts';
import { contextOf, outward, uncommittedContents } from '../impact/nested-work-tree.ts';
import { matchesNothing } from '../impact/paths.ts';
import { commitOf } from '../impact/revisions.ts';
import { carefulSwitch, forcedSwitch } from '../impact/switch-outcome.ts';
import { parseTree, type TreeEntry } from '../impact/trees.ts';
import { lostWords, quoted, quotedNames, refused, unreachableWords } from '../impact/wording.ts';
import { workTree } from '../impact/work-tree.ts';
import { type SnapshotScope, trackedFiles } from '../snapshot-scope.ts';
import type { ForeseenLine, WriteLine } from '../write-line.ts';
import { write } from './record.ts';

const everySubmodule: SnapshotScope = { ...trackedFiles, submodules: true };

/** git-submodule(1): `update` checks out what is recorded, `deinit` empties. */
export const submodule = write('submodule', {
  actions: {
    deinit: { flag: ['-f --force', '-q --quiet', '--all'] },
    update: {
      flag: ['-f --force', '-N --no-fetch', '-q --quiet', '--checkout', '--init', '--progress', '--recursive'],
    },
  },
  beforeAction: ['-q', '--quiet', '--cached'],
  dialect: 'revisions',
  touches: ({ action }) => ({
    ...everySubmodule,
    untracked: action === 'deinit' ? 'ignored' : 'none',
    emptiesSubmodules: action === 'deinit',
  }),
  touchesAtMost: ({ action }) => ({ ...everySubmodule, untracked: action === 'add' ? 'visible' : 'ignored' }),
  impact: (line, context) => (line.action === 'update' ? update(line, context) : deinit(line, context)),
  examples: {
    destructive: ['git submodule deinit -f lib', 'git submodule update --force', 'git submodule foreach ls'],
    local: ['git submodule update --init', 'git submodule add https://example.com/lib.git lib'],
  },
});

async function linksAt(
  paths: readonly string[],
  line: WriteLine,
  context: ImpactContext,
): Promise<TreeEntry[] | undefined> {
  const cwd = paths.length === 0 ? context.repository.workTree : line.cwd;
  const text = await context.git.tryRead(
    ['ls-files', '-s', '-z', '--full-name', '--error-unmatch', '--', ...paths],
    cwd,
  );
  return text === undefined ? undefined : parseTree(text).filter(({ link }) => link);
}

/** The effect on one submodule. */
interface Change {
  readonly path: string;
  readonly lost?: readonly string[];
  readonly unreachable?: readonly CommitLine[];
  readonly refused?: string;
  readonly unknown?: string;
}

async function update(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const links = await linksAt(walked.positionals, line, context);
  if (links === undefined) return refused(matchesNothing(walked.positionals));
  const other = await context.git.tryRead(['config', '--get-regexp', '^submodule\\..*\\.update$'], line.cwd);
  const force = inForce(walked, '--force');
  const found = await Promise.all(links.map(link => updated(link, force, inForce(walked, '--init'), context)));
  const changes = found.filter(change => change !== undefined);
  const stops = changes.find(change => change.refused !== undefined);
  if (stops?.refused !== undefined) return refused(stops.refused);
  const lost = changes.flatMap(change => change.lost ?? []);
  const commits = listed(changes.flatMap(change => change.unreachable ?? []));
  const doubts = [
    ...changes.flatMap(change => change.unknown ?? []),
    ...(other === undefined ? [] : ['The config sets its own way of updating submodules, which is not considered.']),
    ...(inForce(walked, '--recursive') ? ['Submodules of submodules are not counted.'] : []),
  ];
  const what =
    changes.length === 0
      ? 'No submodule would change.'
      : `Changes ${plural(changes.length, 'submodule')}: ${quotedNames(changes.map(({ path }) => path))}.`;
  return impact({
    sentences: [...lostWords(lost.length), ...unreachableWords(commits.total), what],
    lost: listed(lost),
    unreachable: commits,
    files: listed(changes.map(({ path }) => path)),
    unknown: doubts.join(' ') || null,
  });
}

async function updated(
  { path, oid }: TreeEntry,
  force: boolean,
  init: boolean,
  context: ImpactContext,
): Promise<Change | undefined> {
  const inner = await contextOf(join(context.repository.workTree, path), context);
  if (inner === undefined) return init ? { path, unknown: `${quoted(path)} would be cloned.` } : undefined;
  const { workTree: root } = inner.repository;
  const tree = await workTree(inner);
  if (tree.head === oid && !force) return undefined;
  if ((await commitOf(inner, oid, root)) === undefined)
    return { path, unknown: `The commit for ${quoted(path)} has not been fetched yet.` };
  const { losses, changedInTheWay, untrackedInTheWay, differing } = await (force ? forcedSwitch : carefulSwitch)(
    tree,
    oid,
    inner,
  );
  const obstacles = [...changedInTheWay, ...untrackedInTheWay];
  if (obstacles.length > 0)
    return { path, refused: `local changes to ${quotedNames(outward(obstacles, inner, context))} are in the way.` };
  const from = tree.branch === null && tree.head !== null ? [tree.head] : [];
  const { items } = await outOfReach(inner, { from, to: [oid], without: ['HEAD'] });
  if (tree.head === oid && losses.any.length === 0 && differing.length === 0 && tree.files.length === 0)
    return undefined;
  return { path, lost: outward(losses.any, inner, context), unreachable: items };
}

async function deinit(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const paths = walked.positionals;
  if (paths.length === 0 && !inForce(walked, '--all'))
    return refused('no submodule is named; use --all for every one.');
  if (paths.length > 0 && inForce(walked, '--all')) return refused('--all and paths cannot be combined.');
  const links = await linksAt(paths, line, context);
  if (links === undefined) return refused(matchesNothing(paths));
  const lost: string[] = [];
  const emptied: string[] = [];
  for (const { path, oid } of links) {
    const inner = await contextOf(join(context.repository.workTree, path), context);
    if (inner === undefined) continue;
    const head = (await inner.git.readOrThrow(['rev-parse', 'HEAD'], inner.repository.workTree)).trim();
    const contents = await uncommittedContents(inner, false);
    if (!inForce(walked, '--force') && (contents.dirty.length > 0 || head !== oid)) {
      return refused(`${quoted(path)} has local changes; -f would discard them.`);
    }
    lost.push(...outward(contents.lost, inner, context));
    emptied.push(path);
  }
  const what =
    emptied.length === 0
      ? 'No submodule would be emptied.'
      : `Empties ${plural(emptied.length, 'submodule')}: ${quotedNames(emptied)}.`;
  return impact({ sentences: [...lostWords(lost.length), what], lost: listed(lost), files: listed(emptied) });
}
