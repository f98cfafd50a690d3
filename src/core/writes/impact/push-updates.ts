import { shortRef } from '../../../shared/short-ref.ts';
import { inForce, type Walked } from '../../command/table.ts';
import { findRef, type Ref } from './ref-list.ts';
import { mapped, type Refspec, reversed, starIn } from './remotes.ts';

/** One ref that a push would set on the other side. */
export interface Update {
  /** Full name there. */
  readonly ref: string;
  /** The object there as of the last fetch; undefined when that is not known or it is new. */
  readonly from: string | undefined;
  /** Undefined when the ref would go. */
  readonly to: string | undefined;
  /** True when git was told to overwrite. */
  readonly force: boolean;
}

export type Updates = { readonly ok: true; readonly updates: Update[] } | { readonly ok: false; readonly why: string };

export interface PushSides {
  readonly local: readonly Ref[];
  /** Refs of the other side as far as they are known, with their objects. */
  readonly there: ReadonlyMap<string, string>;
  /** Asks git for what is no ref. */
  readonly commitOf: (word: string) => Promise<string | undefined>;
}

/** Turns refspecs into updates as git's remote.c does. */
export async function updatesOf(refspecs: readonly Refspec[], walked: Walked, sides: PushSides): Promise<Updates> {
  const updates = new Map<string, Update>();
  const add = (ref: string, to: string | undefined, force: boolean) =>
    updates.set(ref, { ref, from: sides.there.get(ref), to, force: force || isForced(walked, ref) });
  const isOut = (name: string) =>
    refspecs.some(
      ({ negative, from }) => negative && (starIn(from, name) ?? starIn(from, shortRef(name))) !== undefined,
    );
  for (const spec of refspecs.filter(({ negative }) => !negative)) {
    if (spec.from === '' && spec.to === '') {
      for (const { name, oid } of sides.local)
        if (name.startsWith('refs/heads/') && sides.there.has(name) && !isOut(name)) add(name, oid, spec.force);
    } else if (spec.from.includes('*')) {
      const rule = [{ ...spec, to: spec.to ?? spec.from }];
      for (const { name, oid } of sides.local) {
        const ref = isOut(name) ? undefined : mapped(rule, name);
        if (ref !== undefined) add(ref, oid, spec.force);
      }
    } else {
      const one = await single(spec, sides);
      if (!one.ok) return one;
      if (!isOut(one.ref)) add(one.ref, one.to, spec.force);
    }
  }
  if (inForce(walked, '--prune') || refspecs.some(({ from, to, force }) => force && from === 'refs/*' && to === from))
    for (const ref of pruned(refspecs, sides)) add(ref, undefined, true);
  return { ok: true, updates: [...updates.values()] };
}

type One =
  | { readonly ok: true; readonly ref: string; readonly to: string | undefined }
  | { readonly ok: false; readonly why: string };

async function single({ from, to }: Refspec, { local, there, commitOf }: PushSides): Promise<One> {
  const names = [...there.keys()].map(name => ({ name }));
  const target = to === undefined ? undefined : findRef(names, to);
  if (target === 'ambiguous') return { ok: false, why: `${to} there could be more than one ref.` };
  if (from === '') {
    const guess = findRef(local, to ?? '');
    const guessed = to?.startsWith('refs/') ? to : guess && guess !== 'ambiguous' ? guess.name : `refs/heads/${to}`;
    return { ok: true, ref: target?.name ?? guessed, to: undefined };
  }
  const isHead = from === 'HEAD' || from === '@';
  const source = isHead ? local.find(({ isCurrent }) => isCurrent) : findRef(local, from);
  if (source === 'ambiguous') return { ok: false, why: `${from} could be more than one ref.` };
  const oid = source?.oid ?? (await commitOf(from));
  if (oid === undefined) return { ok: false, why: `there is no ${from} to push.` };
  if (target) return { ok: true, ref: target.name, to: oid };
  const ref = to ?? source?.name;
  if (ref?.startsWith('refs/')) return { ok: true, ref, to: oid };
  const place = /^refs\/(?:heads|tags)\//.exec(source?.name ?? '')?.[0];
  if (ref === undefined || place === undefined) return { ok: false, why: `${to ?? from} needs a full ref name there.` };
  return { ok: true, ref: place + ref, to: oid };
}

/** Refs there whose counterpart is gone here. */
function pruned(refspecs: readonly Refspec[], { local, there }: PushSides): string[] {
  const here = new Set(local.map(({ name }) => name));
  const back = reversed(refspecs.filter(({ from }) => from.includes('*')));
  return [...there.keys()].filter(ref => {
    const source = mapped(back, ref);
    return source !== undefined && !here.has(source);
  });
}

/** A lease on named refs lets only those be overwritten. */
function isForced(walked: Walked, ref: string): boolean {
  if (inForce(walked, '--force') || inForce(walked, '--mirror')) return true;
  if (!inForce(walked, '--force-with-lease')) return false;
  const leases = walked.found.filter(({ option }) => option.name === '--force-with-lease');
  return leases.some(({ value }) => value === undefined || isNamed(value.split(':')[0] ?? '', ref));
}

const isNamed = (word: string, ref: string): boolean => {
  const found = findRef([{ name: ref }], word);
  return found !== undefined;
};

/** The value a lease expects of a ref: undefined when the line does not say, '' when it expects it not to be there. */
export function expectation(walked: Walked, ref: string): string | undefined {
  for (const { option, value } of walked.found) {
    const colon = value?.indexOf(':') ?? -1;
    if (
      option.name === '--force-with-lease' &&
      value !== undefined &&
      colon >= 0 &&
      isNamed(value.slice(0, colon), ref)
    )
      return value.slice(colon + 1);
  }
  return undefined;
}
