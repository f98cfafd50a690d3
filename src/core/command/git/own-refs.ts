import { destroys, refuse } from '../acts.ts';
import { objectTo } from '../judge.ts';
import type { Objection } from '../table.ts';

/** The refs of the journal: whoever moves, deletes or publishes them takes undo away, or gives away what it keeps. */
const OWN = 'refs/sluice/';
const FULL = /(?:^|[+:^=/])refs\/sluice(?:\/|$)/;
/** git also finds a ref by its name without `refs/`; to commands that take files it is one of those. */
const SHORT = /(?:^|[+:^=])sluice\/(?:journal|keep)(?:\/|$)/;
const TRANSFERS = ['fetch', 'pull', 'push', 'remote', 'send-pack'];
const TAKES_REFS = [...TRANSFERS, 'branch', 'refs', 'symbolic-ref', 'tag', 'update-ref'];

const keeps = refuse(destroys('is where Sluice keeps what undo brings back; use Undo, or remove it in a terminal'));
const publishes = refuse(
  destroys('takes refs/sluice/ along, with what undo brings back; name branches and tags, as with --all and --tags'),
);

/** The objection to a write that names the refs of the journal, or every ref there is; `before` stands before the subcommand. */
export function objectToOwnRefs(
  subcommand: string,
  words: readonly string[],
  before: readonly string[],
): Objection | undefined {
  const named = words.find(word => FULL.test(word) || (TAKES_REFS.includes(subcommand) && SHORT.test(word)));
  if (named !== undefined) return objectTo(`'${named}'`, keeps);
  if (!TRANSFERS.includes(subcommand)) return undefined;
  const all =
    words.find(word => (MIRRORS.includes(subcommand) && isMirror(word)) || isPatternOfOwn(word)) ??
    before.find(word => SENDS.test(word));
  return all === undefined ? undefined : objectTo(`'${all}'`, publishes);
}

const MIRRORS = ['push', 'remote', 'send-pack'];
/** Also abbreviated, as git takes it. */
const isMirror = (word: string): boolean => /^--m(?:i(?:r(?:r(?:or?)?)?)?)?(?:=|$)/.test(word);
/** Settings by which a push without such words sends every ref all the same. */
const SENDS = /(?:^|=)remote\..*\.(?:mirror|push)(?:=|$)/is;

/** A refspec whose pattern fits the refs of the journal on either side. */
export function isPatternOfOwn(word: string): boolean {
  if (word.startsWith('-') || word.startsWith('^')) return false;
  const sides = word.replace(/^\+/, '').split(':');
  return sides.some(side => side.includes('*') && fits(side.slice(0, side.indexOf('*'))));
}

const fits = (before: string): boolean => OWN.startsWith(before) || before.startsWith(OWN);
