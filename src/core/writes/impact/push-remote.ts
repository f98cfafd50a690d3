import { shortRef } from '../../../shared/short-ref.ts';
import type { Walked } from '../../command/table.ts';
import type { Update } from './push-updates.ts';
import type { Ref } from './ref-list.ts';
import { fetchSpecs, isRemote, mapped, pushRemote, type Refspec, reversed } from './remotes.ts';
import type { Settings } from './settings.ts';

/** The other side, as far as it is known without asking it. */
export interface Remote {
  /** As the line or the config names it. */
  readonly name: string;
  /** Where its refs are kept here; none for an address that no remote has. */
  readonly fetches: readonly Refspec[];
  readonly there: ReadonlyMap<string, string>;
  /** Refs here that only stand for others of it. */
  readonly symbolic: readonly Ref[];
  /** The branch others start from, if git has noted it. */
  readonly defaultRef: string | undefined;
}

/** The remote a push goes to by the line, else by the config. */
export function remoteOn(walked: Walked, settings: Settings, refs: readonly Ref[]): Remote {
  const current = refs.find(({ isCurrent }) => isCurrent)?.name;
  const repo = walked.options.get('--repo');
  const asked = walked.positionals[0] ?? (typeof repo === 'string' ? repo : undefined);
  const name = asked ?? pushRemote(settings, current && shortRef(current));
  // An address tells as much as the name of the remote that has it.
  const known = isRemote(settings, name)
    ? name
    : settings.names('remote', 'url').find(remote => settings.all(`remote.${remote}.url`).includes(name));
  const fetches = known === undefined ? [] : fetchSpecs(settings, known);
  const back = reversed(fetches);
  const there = new Map<string, string>();
  for (const ref of refs) {
    const remoteRef = ref.leadsTo === '' ? mapped(back, ref.name) : undefined;
    if (remoteRef !== undefined) there.set(remoteRef, ref.oid);
  }
  const symbolic = refs.filter(({ leadsTo, name }) => leadsTo !== '' && mapped(back, name) !== undefined);
  const head = symbolic.find(ref => ref.name === `refs/remotes/${known}/HEAD`)?.leadsTo;
  return { name, fetches, there, symbolic, defaultRef: head === undefined ? undefined : mapped(back, head) };
}

/** True for a ref that no fetch would have shown here, such as a tag. */
export const isUnseen = ({ ref, from, to }: Update, { fetches }: Remote): boolean =>
  from === undefined && to !== undefined && mapped(fetches, ref) === undefined;
