import { shortRef } from '../../../shared/short-ref.ts';
import { inForce, type Walked } from '../../command/table.ts';
import { findRef, type Ref } from './ref-list.ts';
import { fetchRemote, mapped, parseRefspec, type Refspec } from './remotes.ts';
import type { Settings } from './settings.ts';

/** Where a push goes and by which rules, or why git would not start it. */
export type Rules =
  | { readonly ok: true; readonly refspecs: readonly Refspec[] }
  | { readonly ok: false; readonly why: string };

const rules = (...refspecs: readonly Refspec[]): Rules => ({ ok: true, refspecs });
const no = (why: string): Rules => ({ ok: false, why });
const spec = (from: string, to: string, force = false): Refspec => ({ force, negative: false, from, to });

export const isMirror = (walked: Walked, settings: Settings, remote: string): boolean =>
  inForce(walked, '--mirror') || settings.is(`remote.${remote}.mirror`) === true;

/** The refspecs of a push as builtin/push.c gathers them: the line's, else the remote's, else by push.default. */
export function pushRules(walked: Walked, settings: Settings, remote: string, refs: readonly Ref[]): Rules {
  const words = walked.positionals.slice(1);
  const all = inForce(walked, '--all');
  const tags = inForce(walked, '--tags');
  const mirror = isMirror(walked, settings, remote);
  if (mirror && (tags || all || words.length > 0)) return no('--mirror cannot be combined with refs, --all or --tags.');
  if (all && (tags || words.length > 0)) return no('--all cannot be combined with refs or --tags.');
  if (mirror) return rules(spec('refs/*', 'refs/*', true));
  if (all) return rules(spec('refs/heads/*', 'refs/heads/*'));
  if (inForce(walked, '--delete')) return deletions(words, tags);
  const own = [...(tags ? ['refs/tags/*:refs/tags/*'] : []), ...joinTags(words)];
  if (own.length > 0) return rules(...own.map(word => onLine(word, settings, remote, refs)));
  const configured = settings.all(`remote.${remote}.push`);
  return configured.length > 0 ? rules(...configured.map(parseRefspec)) : byDefault(settings, remote, refs);
}

function deletions(words: readonly string[], tags: boolean): Rules {
  if (tags || words.length === 0) return no('--delete needs names of refs and cannot be combined with --tags.');
  const named = joinTags(words);
  if (named.some(word => word.includes(':'))) return no('--delete takes plain names of refs.');
  return rules(...named.map(word => spec('', word)));
}

/** `tag v1` is short for its full name. */
const joinTags = (words: readonly string[]): string[] =>
  words.flatMap((word, at) => {
    if (word === 'tag' && words[at + 1] !== undefined && words[at - 1] !== 'tag') return [];
    return words[at - 1] === 'tag' && words[at - 2] !== 'tag' ? [`refs/tags/${word}`] : [word];
  });

/** A branch named without a colon goes where the config of its remote or its upstream sentences. */
function onLine(word: string, settings: Settings, remote: string, refs: readonly Ref[]): Refspec {
  const parsed = parseRefspec(word);
  if (parsed.to !== undefined || parsed.negative || parsed.from.includes('*')) return parsed;
  const found = findRef(refs, parsed.from);
  if (!found || found === 'ambiguous' || !found.name.startsWith('refs/heads/')) return parsed;
  const configured = mapped(settings.all(`remote.${remote}.push`).map(parseRefspec), found.name);
  const upstream = /^(?:upstream|tracking)$/.test(settings.one('push.default') ?? '')
    ? settings.all(`branch.${shortRef(found.name)}.merge`)
    : [];
  return { ...parsed, to: configured ?? (upstream.length === 1 ? upstream[0] : undefined) };
}

function byDefault(settings: Settings, remote: string, refs: readonly Ref[]): Rules {
  const way = settings.one('push.default') ?? 'simple';
  if (way === 'nothing') return no('push.default is nothing, and no ref is named.');
  if (way === 'matching') return rules(parseRefspec(':'));
  const current = refs.find(({ isCurrent }) => isCurrent)?.name;
  if (current === undefined) return no('no branch is checked out.');
  if (way === 'current') return rules(spec(current, current));
  const branch = shortRef(current);
  const same = fetchRemote(settings, branch) === remote;
  const merges = settings.all(`branch.${branch}.merge`);
  const mayCreate = merges.length === 0 && settings.is('push.autosetupremote') === true;
  if (way === 'simple' && (!same || mayCreate)) return rules(spec(current, current));
  if (!same) return no(`${remote} is not where ${branch} pulls from, and push.default is upstream.`);
  if (mayCreate) return rules(spec(current, current));
  if (settings.one(`branch.${branch}.remote`) === undefined || merges[0] === undefined)
    return no(`${branch} has no upstream branch; name one with: git push -u ${remote} ${branch}`);
  if (merges.length > 1) return no(`${branch} has more than one upstream branch.`);
  if (way === 'simple' && merges[0] !== current)
    return no(`${branch} and its upstream ${shortRef(merges[0])} have different names.`);
  return rules(spec(current, merges[0]));
}
