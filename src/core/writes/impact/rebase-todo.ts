import { shortRef } from '../../../shared/short-ref.ts';
import { inForce, type Walked } from '../../command/table.ts';
import { mergeBases } from './commits.ts';
import type { ImpactContext } from './impact.ts';
import { upstreamRef } from './remotes.ts';
import { commitOf, previousOr } from './revisions.ts';
import type { Settings } from './settings.ts';

export interface RebaseTodo {
  readonly walked: Walked;
  readonly settings: Settings;
  /** The commit to rewrite up to, and the branch that moves; undefined when HEAD is detached. */
  readonly head: string;
  readonly branch: string | undefined;
  /** The commits to leave out, and the one to put everything on. */
  readonly upstream: string;
  readonly onto: string;
  readonly ontoName: string;
  /** Where the branch left its upstream by the upstream's reflog, when that counts. */
  readonly forkPoint: string | undefined;
}

/** The rebase that a line asks for by git's rules, or why git would not begin. */
export async function rebaseTodoOf(
  walked: Walked,
  settings: Settings,
  current: string | undefined,
  context: ImpactContext,
): Promise<RebaseTodo | string> {
  const [upstreamWord, branchWord] = walked.positionals.map(previousOr);
  const ownUpstream = current === undefined ? undefined : upstreamRef(settings, current);
  const upstreamName = upstreamWord ?? ownUpstream;
  if (upstreamName === undefined) return 'no upstream is named, and the branch has none.';
  const ontoWord = walked.options.get('--onto');
  const [head, upstream, onto, branch] = await Promise.all([
    commitOf(context, branchWord ?? 'HEAD'),
    commitOf(context, upstreamName),
    typeof ontoWord === 'string' ? ontoOf(ontoWord, context) : undefined,
    branchWord === undefined ? current : branchOf(branchWord, context),
  ]);
  if (head === undefined) return `there is no ${branchWord ?? 'commit'} to rebase.`;
  if (upstream === undefined) return `there is no ${shortRef(upstreamName)}.`;
  if (ontoWord !== undefined && onto === undefined) return `there is no ${ontoWord}.`;
  const keepBase = inForce(walked, '--keep-base');
  const base = keepBase ? (await mergeBases(context, upstream, head))[0] : undefined;
  const looksBack =
    walked.options.get('--fork-point') ?? (upstreamWord === undefined && settings.is('rebase.forkpoint') !== false);
  const forkPoint = looksBack === false ? undefined : await forkPointOf(upstreamName, head, context);
  const ontoName = keepBase ? 'where it is' : shortRef(typeof ontoWord === 'string' ? ontoWord : upstreamName);
  return { walked, settings, head, branch, upstream, onto: base ?? onto ?? upstream, ontoName, forkPoint };
}

/** `A...B` is where the two parted. */
async function ontoOf(word: string, context: ImpactContext): Promise<string | undefined> {
  const [one, other] = word.split('...');
  if (other === undefined) return commitOf(context, word);
  const sides = await Promise.all([one, other].map(side => commitOf(context, side || 'HEAD')));
  const [a, b] = sides;
  return a === undefined || b === undefined ? undefined : (await mergeBases(context, a, b))[0];
}

async function branchOf(word: string, context: ImpactContext): Promise<string | undefined> {
  const found = await context.git.readOrThrow(
    ['rev-parse', '--verify', '--quiet', `refs/heads/${word}`],
    context.repository.workTree,
    { accepts: [1, 128] },
  );
  return found === '' ? undefined : word;
}

async function forkPointOf(upstream: string, head: string, context: ImpactContext): Promise<string | undefined> {
  const found = await context.git.readOrThrow(
    ['merge-base', '--fork-point', upstream, head],
    context.repository.workTree,
    { accepts: [1, 128] },
  );
  return found.trim() || undefined;
}
