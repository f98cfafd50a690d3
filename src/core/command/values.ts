import { outside, refusesProgram, refusesSecret, runs } from './acts.ts';
import { type Context, isKnownHost, leadsOutside } from './context.ts';
import { type Act, anything, type Objection, type ValueKind } from './table.ts';

const says = (act: Act, subject: string): Objection => ({ ...act, reason: `${subject} ${act.says}` });

/** The objection to a value of the given kind, or undefined. */
export function objectionTo(kind: ValueKind, value: string, name: string, context: Context): Objection | undefined {
  if (typeof kind === 'function') return kind(value, name, context);
  if (typeof kind === 'object') {
    return kind.oneOf.includes(value)
      ? undefined
      : { effects: anything, risk: 'local', reason: `unknown value '${value}' of ${name}` };
  }
  switch (kind) {
    case 'path':
      return leadsOutside(value, context) ? says(outside('is outside the workspace'), `'${value}'`) : undefined;
    case 'rev':
      return revision(value, context);
    case 'pretty':
      return prettyFormat(value, name);
    case 'ref-format':
      return /%\(\*?signature/.test(value) ? says(runs('with %(signature) runs gpg'), name) : undefined;
    case 'ref-sort':
      return /^-?(v:|version:)?\*?signature/.test(value) ? says(runs('by signature runs gpg'), name) : undefined;
    case 'remote':
      return remote(value, context);
    case 'jq':
      return /\benv\b/i.test(value)
        ? says(refusesSecret('reads the environment, where the token is; select fields of the answer instead'), name)
        : undefined;
    case 'any':
      return undefined;
  }
}

/** True for kinds whose values the runner must resolve against the workspace before it runs. */
export const namesPath = (kind: ValueKind): boolean => kind === 'path' || kind === 'rev';

/** A revision, a pathspec or a file: only the part before a colon can lead anywhere on disk. */
function revision(word: string, context: Context): Objection | undefined {
  const colon = word.indexOf(':', /^[A-Za-z]:[\\/]/.test(word) ? 2 : 0);
  const onDisk = colon > 0 ? word.slice(0, colon) : word;
  return leadsOutside(onDisk, context) ? says(outside('is outside the workspace'), `'${word}'`) : undefined;
}

const builtInFormats = ['oneline', 'short', 'medium', 'full', 'fuller', 'reference', 'email', 'mboxrd', 'raw'];

function prettyFormat(value: string, name: string): Objection | undefined {
  if (value === '' || builtInFormats.includes(value)) return undefined;
  if (!/^t?format:/.test(value) && !value.includes('%')) {
    return says(runs('is a format from the configuration, which may run gpg'), `'${value}'`);
  }
  // `%%` does not hide it: after padding and a colour git takes the second % for the beginning.
  return /%[-+ ]?G/.test(value) ? says(runs('with %G runs gpg'), name) : undefined;
}

/** A remote's name, a path, or an address: an address of the caller's choosing could carry anything out. */
function remote(word: string, context: Context): Objection | undefined {
  const subject = `'${word}'`;
  if (word.startsWith('-')) return says(runs('is not the name of a remote'), subject);
  if (/^ext::/i.test(word)) return says(refusesProgram('runs a program; use a remote or a URL'), subject);
  if (word.includes('::')) return says(runs('runs a remote helper'), subject);
  const url = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(.*)$/i.exec(word);
  if (url?.[1]?.toLowerCase() === 'file') {
    // git decodes the address, so an escape could hide the way out.
    const hidden = url[2] !== '' || word.includes('%');
    return hidden
      ? says(outside('may lead outside the workspace'), subject)
      : objectionTo('path', url[3] ?? '', word, context);
  }
  const host = url ? url[2] : /^([^/]+):(?!\/\/)/.exec(word)?.[1];
  if (host === undefined) return objectionTo('path', word, word, context);
  const named = host.replace(/^git@/, '').replace(/:\d+$/, '');
  return isKnownHost(named, context)
    ? undefined
    : {
        effects: ['network', 'reads-outside'],
        risk: 'local',
        reason: `${subject} is an address outside this repository`,
      };
}
