import type { Context } from './context.ts';
import {
  type Act,
  anything,
  type Form,
  type Group,
  inForce,
  isAct,
  isGroup,
  type Leaf,
  type Node,
  type Objection,
  type Walked,
} from './table.ts';
import { namesPath, objectionTo } from './values.ts';
import type { Dependency } from './verdict.ts';
import { type Walk, walk } from './walk.ts';

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
  readonly copyIndex: boolean;
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
    copyIndex: false,
    guardAlias: false,
  },
});

export type Judgement = { readonly reading: Reading } | { readonly objection: Objection };

/** Decides one command line against its table; `title` is the subcommand as a person would name it. */
export function judge(node: Node, title: string, args: readonly string[], context: Context, depth = 0): Judgement {
  if (isAct(node)) return { objection: objectTo(title, node) };
  return isGroup(node) ? judgeGroup(node, title, args, context, depth) : judgeLeaf(node, title, args, context, depth);
}

export const objectTo = (subject: string, act: Act): Objection => ({ ...act, reason: `${subject} ${act.says}` });

function judgeGroup(group: Group, title: string, args: readonly string[], context: Context, depth: number): Judgement {
  const { options, dialect } = group;
  const before = walk(args, { options, dialect, stopsAtPositional: true });
  const [action, ...rest] = before.positionals;
  const isAction = action !== undefined && before.beforeDashes > 0 && Object.hasOwn(group.actions, action);
  const node = isAction ? group.actions[action] : undefined;
  if (!node) return judge(group.fallback, title, args, context, depth);
  const objection = worst([...before.objections, ...valueObjections(before, context)]);
  const inner = judge(node, `${title} ${action}`, rest, context, depth + args.length - rest.length);
  if (!objection || ('objection' in inner && inner.objection.refused)) return inner;
  return { objection };
}

function judgeLeaf(leaf: Leaf, title: string, args: readonly string[], context: Context, depth: number): Judgement {
  const neverReads = leaf.forms.length === 0;
  const walked = walk(args, { ...leaf, lenient: neverReads });
  const objections = [...walked.objections, ...valueObjections(walked, context)];
  const unfit = otherwise(leaf, title, walked);
  if (neverReads) return { objection: worst([...objections, unfit]) ?? unfit };
  const early = worst([...objections, disguised(leaf, walked)]);
  // A word that could not be placed may have hidden the worst the subcommand does.
  if (early) return { objection: { ...early, risk: graver(early.risk, unfit.risk) } };

  const form = leaf.forms.find(each => fits(each, walked));
  if (!form) return { objection: unfit };
  const objection = worst([
    ...walked.positionals.map(word => objectionTo(form.takes.kind, word, title, context)),
    leaf.check?.(walked),
  ]);
  if (objection) return { objection };

  const decider = form.with?.find(name => inForce(walked, name));
  return {
    reading: {
      reason: `${title}${decider ? ` with ${decider}` : ''} only reads`,
      dependsOn: typeof leaf.dependsOn === 'function' ? leaf.dependsOn(walked) : leaf.dependsOn,
      network: typeof leaf.network === 'function' ? leaf.network(walked) : (leaf.network ?? false),
      paths: pathsNamed(walked, form),
      flags: typeof leaf.harden === 'function' ? leaf.harden(walked) : (leaf.harden ?? []),
      needsSetting: leaf.needsSetting ?? '',
      flagsAt: depth,
      copyIndex: leaf.copyIndex?.(walked) ?? false,
      guardAlias: leaf.guardAlias ?? false,
    },
  };
}

/**
 * git reads some lines twice (`blame -- file --output=x`, `stash list -- --output=x`), so that what stands after `--` is
 * an option all the same. gh does not.
 */
function disguised(leaf: Leaf, { positionals }: Walked): Objection | undefined {
  const word = leaf.dialect === 'pflag' ? undefined : positionals.find(each => each.length > 1 && each.startsWith('-'));
  return word === undefined
    ? undefined
    : { effects: anything, risk: 'local', reason: `'${word}' may be taken for an option` };
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

function pathsNamed(walked: Walk, form: Form): string[] {
  const fromOptions = walked.found.flatMap(({ option, value }) => (value && namesPath(option.kind) ? [value] : []));
  return namesPath(form.takes.kind) ? [...fromOptions, ...walked.positionals] : fromOptions;
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
  return { ...gravest, effects: [...new Set(all.flatMap(each => each.effects))] };
}
