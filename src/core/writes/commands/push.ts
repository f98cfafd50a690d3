import { join } from 'node:path';
import { inForce, type Walked } from '../../command/table.ts';
import type { ReadArgs } from '../../git/read-subcommands.ts';
import { type GitReader, readerFrom } from '../../git/reader.ts';
import { disk } from '../../repository/files.ts';
import { asLines, type Commits, commitsIn, filesOf, mergeBases } from '../impact/commits.ts';
import { counted, type FileShape, PLAIN, shapeBetween } from '../impact/file-shape.ts';
import { type Impact, type ImpactContext, impact, type Preview, unknownImpact } from '../impact/impact.ts';
import { checkUpdates, type UpdateCheck } from '../impact/push-check.ts';
import { isMirror, pushRules } from '../impact/push-refspecs.ts';
import { isUnseen, type Remote, remoteOn } from '../impact/push-remote.ts';
import { pushSentences } from '../impact/push-sentences.ts';
import { type Update, updatesOf } from '../impact/push-updates.ts';
import { type Ref, refsOf } from '../impact/ref-list.ts';
import { fetchAddress, pushAddresses } from '../impact/remote-address.ts';
import { lastFetch, mapped } from '../impact/remotes.ts';
import { commitOf } from '../impact/revisions.ts';
import { type Settings, settingsOf } from '../impact/settings.ts';
import { refused } from '../impact/wording.ts';
import { onlyRefs } from '../snapshot-scope.ts';
import type { ForeseenLine } from '../write-line.ts';
import { write } from './record.ts';

/** git-push(1): sends commits and moves refs on the other side; told from what the last fetch left here. */
export const push = write('push', {
  options: {
    flag: [
      '-4 --ipv4',
      '-6 --ipv6',
      '--branches --all',
      '--atomic',
      '-d --delete',
      '-n --dry-run',
      '--follow-tags',
      '-f --force',
      '--force-if-includes',
      '--mirror',
      '--no-verify',
      '--porcelain',
      '--progress',
      '--prune',
      '-q --quiet',
      '-u --set-upstream',
      '--tags',
      '--thin',
      '-v --verbose',
    ],
    optional: ['--force-with-lease', '--signed'],
    value: ['-o --push-option', '--recurse-submodules', '--repo'],
  },
  touches: onlyRefs,
  impact: impactOf,
  examples: {
    destructive: [
      'git push --force-with-lease origin topic',
      'git push origin +topic',
      'git push origin :topic',
      'git push --delete origin topic',
      'git push --prune origin',
    ],
    remote: ['git push', 'git push -u origin topic', 'git push --tags'],
  },
});

async function impactOf(line: ForeseenLine, given: ImpactContext): Promise<Impact> {
  const { walked } = line;
  if (inForce(walked, '--dry-run')) return impact({ sentences: ['A dry run: nothing is sent.'] });
  const context = { ...given, git: asStored(given.git) };
  const [settings, refs] = await Promise.all([settingsOf(context), refsOf(context)]);
  const remote = remoteOn(walked, settings, refs);
  const rules = pushRules(walked, settings, remote.name, refs);
  if (!rules.ok) return refused(rules.why);
  const sides = { local: refs, there: remote.there, commitOf: (word: string) => commitOf(context, word) };
  const wished = await updatesOf(rules.refspecs, walked, sides);
  if (!wished.ok) return refused(wished.why);
  const mirror = isMirror(walked, settings, remote.name);
  const updates = mirror ? wished.updates.map(update => ({ ...update, force: true })) : wished.updates;
  const checked = await checkUpdates(updates, walked, context);
  if (checked === undefined) return unknownImpact('This push moves too many refs to check each of them.');
  const follows =
    inForce(walked, '--follow-tags') || (!walked.options.has('--follow-tags') && settings.is('push.followtags'));
  const foreseen = await foresee(remote, checked, context, {
    refs: follows ? refs : [],
    submodules:
      sendsSubmodules(walked, settings) && (await disk.exists(join(context.repository.workTree, '.gitmodules'))),
    replaces: refs.some(({ name }) => name.startsWith('refs/replace/')),
    fetchedFrom: fetchAddress(settings, remote.name),
  });
  return { ...foreseen, addresses: pushAddresses(settings, remote.name) };
}

/** A push sends objects as they are, whatever replace refs put in their place for everybody else. */
const asStored = (git: GitReader): GitReader =>
  readerFrom((args, cwd, options) => git.read(args as ReadArgs, cwd, { ...options, asStored: true }));

interface Extras {
  /** Where tags that follow are looked for. */
  readonly refs: readonly Ref[];
  readonly submodules: boolean;
  /** True when a diff may show other objects than those that are sent. */
  readonly replaces: boolean;
  /** The address that what is known of the other side came from. */
  readonly fetchedFrom: string;
}

async function foresee(remote: Remote, checked: UpdateCheck, context: ImpactContext, extras: Extras): Promise<Impact> {
  const { accepted, rejected } = checked;
  const tips = [...new Set(accepted.flatMap(({ to }) => to ?? []))];
  const gone = accepted.filter(({ from, to, overwrites }) => from !== undefined && (to === undefined || overwrites));
  // What a rejected ref stands for goes along all the same when anything goes at all.
  const sending = tips.length === 0 ? [] : [...tips, ...rejected.flatMap(({ to }) => to ?? [])];
  const [leaving, lost] = await Promise.all([
    sending.length === 0 ? none : commitsIn(context, [...sending, '--not', ...knownOf(remote)], 'renamed'),
    gone.length === 0 ? none : commitsIn(context, lostBy(gone, tips, remote)),
  ]);
  const sent = new Set([...tips, ...leaving.items.map(({ oid }) => oid)]);
  const tags = extras.refs.filter(({ isTagObject, target }) => isTagObject && sent.has(target));
  const updates = [
    ...accepted,
    ...tags.map(({ name, oid }) => ({ ref: name, from: undefined, to: oid, overwrites: false })),
  ];
  const preview = await previewOf(accepted, remote, context);
  const files = counted(filesOf(leaving), await shapeOfPreview(preview, context));
  const blind = remote.fetches.length === 0 || accepted.some(update => update.force && isUnseen(update, remote));
  const fetched = await lastFetch(context.repository, extras.fetchedFrom);
  return impact({
    sentences: pushSentences({
      remote,
      checked,
      leaving,
      lost,
      files,
      tags,
      submodules: extras.submodules,
      fetched,
    }),
    unreachable: asLines(lost),
    leaving: asLines(leaving),
    ...files.parts,
    remote: updates.map(({ ref, from = null, to = null, overwrites }) => ({
      remote: remote.name,
      ref,
      from,
      to,
      forced: overwrites,
    })),
    preview: extras.replaces ? null : preview,
    unknown: blind ? `Sluice cannot tell what ${remote.name} has.` : extras.submodules ? SUBMODULES : null,
  });
}

const SUBMODULES = 'Sluice cannot tell what is sent from submodules, and where to.';

const none: Commits = { items: [], total: 0 };

/** The refs kept here of the other side, as revisions. */
const knownOf = ({ fetches, there }: Remote, except: readonly string[] = []): string[] =>
  fetches.flatMap(({ negative, from, to }) => {
    if (negative || !to || except.includes(to)) return [];
    return to.includes('*') ? [...except.map(ref => `--exclude=${ref}`), `--glob=${to}`] : (there.get(from) ?? []);
  });

/** Commits of refs that are overwritten or deleted, unless another ref there has them. */
function lostBy(gone: readonly Update[], tips: readonly string[], remote: Remote): string[] {
  const own = gone.flatMap(({ ref }) => mapped(remote.fetches, ref) ?? []);
  const kept = [...own, ...remote.symbolic.filter(({ leadsTo }) => own.includes(leadsTo)).map(({ name }) => name)];
  return [...gone.flatMap(({ from }) => from ?? []), '--not', ...tips, ...knownOf(remote, kept)];
}

/** The change of the one ref that is moved; a new one is compared with where it left what others start from. */
async function previewOf(
  updates: readonly Update[],
  { there, defaultRef }: Remote,
  context: ImpactContext,
): Promise<Preview | null> {
  const [update] = updates;
  if (updates.length !== 1 || update?.to === undefined) return null;
  const main = there.get(defaultRef ?? 'refs/heads/main') ?? there.get('refs/heads/master');
  const from = update.from ?? (main && (await mergeBases(context, main, update.to))[0]);
  return { kind: 'trees', from: from ?? null, to: update.to };
}

/** Of commits that are not one row, modes are not told. */
const shapeOfPreview = async (preview: Preview | null, context: ImpactContext): Promise<FileShape> =>
  preview?.kind === 'trees' ? shapeBetween(context, preview.from, preview.to) : PLAIN;

/** By config either of two settings is enough. */
function sendsSubmodules(walked: Walked, settings: Settings): boolean {
  const sends = (value: unknown) => /^(?:on-demand|only)$/.test(String(value));
  const said = walked.options.get('--recurse-submodules');
  if (said !== undefined) return sends(said);
  return sends(settings.one('push.recursesubmodules')) || settings.is('submodule.recurse') === true;
}
