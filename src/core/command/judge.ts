import type { Context } from './context.ts';
import { namesSecretFile } from './secret-files.ts';
import {
  anything,
  type Form,
  type Group,
  inForce,
  isAct,
  isGroup,
  type Leaf,
  type Node,
  type Objection,
  objectTo,
  type ValueKind,
  type Walked,
} from './table.ts';
import { EMPTY_FILE, namesPath, objectionTo, objectToSecretFile } from './values.ts';
import type { Condition, Dependency } from './verdict.ts';
import { type Walk, walk } from './walk.ts';

export { objectTo };

/** A command line found to be read-only, and what its hardening needs. */
export interface Reading {
  readonly reason: string;
  readonly dependsOn: readonly Dependency[];
  readonly network: boolean;
  readonly paths: readonly string[];
  readonly flags: readonly string[];
  readonly needsSetting: string;
  /** How many words after the subcommand stand before the place where the flags go. */
  readonly flagsAt: number;
  /** Words that go after all others. */
  readonly pathspecs: readonly string[];
  readonly condition: Condition | undefined;
  readonly copyIndex: boolean;
  readonly scratchObjects: boolean;
  readonly guardAlias: boolean;
}

/** A command that only prints something the program knows by itself. */
export const printing = (reason: string): Judgement => ({
  reading: {
    reason,
    dependsOn: ['nothing'],
    network: false,
    paths: [],
    flags: [],
    needsSetting: '',
    flagsAt: 0,
    pathspecs: [],
    condition: undefined,
    copyIndex: false,
    scratchObjects: false,
    guardAlias: false,
  },
});

export type Judgement = { readonly reading: Reading } | { readonly objection: Objection };

/** Decides one command line against its table; `title` is the subcommand as a person would name it. */
export function judge(node: Node, title: string, args: readonly string[], context: Context, depth = 0): Judgement {
  if (isAct(node)) return { objection: objectTo(title, node) };
  return isGroup(node) ? judgeGroup(node, title, args, context, depth) : judgeLeaf(node, title, args, context, depth);
}

function judgeGroup(group: Group, title: string, args: readonly string[], context: Context, depth: number): Judgement {
  const { options, dialect } = group;
  const before = walk(args, { options, dialect, stopsAtPositional: true });
  const [action, ...rest] = before.positionals;
  const isAction = action !== undefined && before.beforeDashes > 0 && Object.hasOwn(group.actions, action);
  const node = isAction ? group.actions[action] : undefined;
  if (!node) return judge(group.fallback, title, args, context, depth);
  const objection = worst([...before.objections, ...valueObjections(before, context)]);
  const inner = judge(node, `${title} ${action}`, rest, context, depth + args.length - rest.length);
  if (!objection) return inner;
  return { objection: worst([objection, 'objection' in inner ? inner.objection : undefined]) ?? objection };
}

function judgeLeaf(leaf: Leaf, title: string, args: readonly string[], context: Context, depth: number): Judgement {
  const neverReads = leaf.forms.length === 0;
  const walked = walk(args, { ...leaf, lenient: neverReads });
  const objections = [...walked.objections, ...valueObjections(walked, context)];
  const unfit = otherwise(leaf, title, walked);
  if (neverReads) return { objection: worst([...objections, unfit]) ?? unfit };
  const hidden = disguised(leaf, walked);
  const early = worst([...objections, hidden]);
  // A word that could not be placed may have hidden the worst the subcommand does.
  if (early) {
    const { reason } = unfit.programs ? unfit : early;
    const isPlaced = !hidden && walked.objections.every(({ effects }) => effects !== anything);
    const effects = isPlaced ? early.effects : [...new Set([...early.effects, ...unfit.effects])];
    const risk = graver(early.risk, unfit.risk);
    return { objection: { ...early, reason, risk, effects, ...programsOf([early, unfit]) } };
  }

  const form = leaf.forms.find(each => fits(each, walked));
  if (!form) return { objection: unfit };
  const objection = worst([
    ...walked.positionals.map((word, at) => objectionTo(kindAt(form, at), word, title, context)),
    leaf.check?.(walked),
    namesSecret(leaf, form, walked),
  ]);
  if (objection) return { objection };

  const decider = form.with?.find(name => inForce(walked, name));
  return {
    reading: {
      reason: `${title}${decider ? ` with ${decider}` : ''} only reads`,
      dependsOn: typeof leaf.dependsOn === 'function' ? leaf.dependsOn(walked) : leaf.dependsOn,
      network: typeof leaf.network === 'function' ? leaf.network(walked) : (leaf.network ?? false),
      paths: pathsNamed(walked, form).filter(path => path !== EMPTY_FILE),
      flags: typeof leaf.harden === 'function' ? leaf.harden(walked) : (leaf.harden ?? []),
      needsSetting: leaf.needsSetting ?? '',
      flagsAt: depth,
      pathspecs: leaf.leavesOut?.(walked) ?? [],
      condition: leaf.condition?.(walked),
      copyIndex: leaf.copyIndex?.(walked) ?? false,
      scratchObjects: leaf.scratchObjects?.(walked) ?? false,
      guardAlias: leaf.guardAlias ?? false,
    },
  };
}

/**
 * git reads some lines twice (`blame -- file --output=x`, `stash list -- --output=x`), so that what stands after `--` is
 * an option all the same. gh does not.
 */
function disguised(leaf: Leaf, { positionals, beforeDashes }: Walked): Objection | undefined {
  if (leaf.dialect === 'pflag') return undefined;
  const words = leaf.endsAtDashes ? positionals.slice(0, beforeDashes) : positionals;
  const word = words.find(each => each.length > 1 && each.startsWith('-'));
  return word === undefined
    ? undefined
    : {
        effects: anything,
        risk: 'local',
        reason: `'${word}' may be taken for an option; write ./ before the name of a file`,
      };
}

/** The objection to showing a file that holds secrets when it is asked for by name. */
function namesSecret(leaf: Leaf, form: Form, walked: Walk): Objection | undefined {
  if (leaf.dialect === 'pflag') return undefined;
  const secret = pathsNamed(walked, form).find(namesSecretFile);
  if (secret === undefined) return undefined;
  const shows = typeof leaf.showsContents === 'function' ? leaf.showsContents(walked) : (leaf.showsContents ?? true);
  return shows ? objectToSecretFile(secret) : undefined;
}

const otherwise = (leaf: Leaf, title: string, walked: Walked): Objection =>
  typeof leaf.otherwise === 'function' ? leaf.otherwise(walked) : objectTo(title, leaf.otherwise);

function fits(form: Form, walked: Walked): boolean {
  const count = walked.positionals.length;
  return (
    (form.with === undefined || form.with.some(name => inForce(walked, name))) &&
    !(form.without ?? []).some(name => inForce(walked, name)) &&
    count >= form.takes.least &&
    count <= form.takes.most
  );
}

/** Every occurrence is checked, not only the last: which one counts is git's business. */
function valueObjections(walked: Walk, context: Context): (Objection | undefined)[] {
  return walked.found.map(({ option, value, written }) =>
    value === undefined ? undefined : objectionTo(option.kind, value, written, context),
  );
}

const kindAt = ({ takes }: Form, at: number): ValueKind => (at === 0 ? (takes.first ?? takes.kind) : takes.kind);

function pathsNamed(walked: Walk, form: Form): string[] {
  const fromOptions = walked.found.flatMap(({ option, value }) => (value && namesPath(option.kind) ? [value] : []));
  return [...fromOptions, ...walked.positionals.filter((_, at) => namesPath(kindAt(form, at)))];
}

const gravity = { local: 0, remote: 1, destructive: 2 } as const;
const graver = (a: Objection['risk'], b: Objection['risk']) => (gravity[b] > gravity[a] ? b : a);

/** Several objections in one: a refusal decides, else the gravest speaks, and all effects count. */
export function worst(objections: readonly (Objection | undefined)[]): Objection | undefined {
  const all = objections.filter(each => each !== undefined);
  const refusal = all.find(each => each.refused);
  if (refusal) return refusal;
  const [first, ...rest] = all;
  if (!first) return undefined;
  const gravest = rest.reduce((a, b) => (graver(a.risk, b.risk) === a.risk ? a : b), first);
  return { ...gravest, effects: [...new Set(all.flatMap(each => each.effects))], ...programsOf(all) };
}

function programsOf(objections: readonly Objection[]): Pick<Objection, 'starts' | 'programs'> {
  const starts = objections.find(each => each.starts)?.starts;
  return { programs: objections.flatMap(each => each.programs ?? []), ...(starts && { starts }) };
}
