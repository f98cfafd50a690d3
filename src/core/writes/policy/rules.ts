import * as z from 'zod/mini';
import { isPerson, ORIGINS, type Origin } from '../../origin.ts';

/** One rule: what it is about, and what comes of it. It only ever tightens. */
export interface Rule {
  readonly match: {
    readonly program?: 'git' | 'gh' | undefined;
    /** `push`, `stash drop`, `pr merge`: with any of them. Only a rule that names one is about reads too. */
    readonly subcommand?: readonly string[] | undefined;
    /** With any of them in force, however they are spelled. */
    readonly options?: readonly string[] | undefined;
    /** Patterns of names, `*` for any part: with any branch that the command may change. */
    readonly branch?: readonly string[] | undefined;
    readonly origin?: readonly RuleOrigin[] | undefined;
  };
  readonly answer: 'deny' | 'ask-always';
  /** What the caller is told, and the gate shows. */
  readonly reason: string;
}

const RULE_ORIGINS = ['agents', 'person', ...ORIGINS] as const;
type RuleOrigin = (typeof RULE_ORIGINS)[number];

const MOST_RULES = 200;
const MOST_NAMES = 50;

const described = (text: string) => z.meta({ description: text });
/** A name, or several. */
const oneOrMore = <T extends z.ZodMiniType<string>>(name: T) =>
  z.union([name, z.array(name).check(z.minLength(1), z.maxLength(MOST_NAMES))]);
const oneLine = (most: number) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}]*$/u));

const match = z
  .strictObject({
    program: z.optional(z.enum(['git', 'gh']).check(described('git or gh; both without it.'))),
    subcommand: z.optional(
      oneOrMore(z.string().check(z.regex(/^[a-z][\w-]*(?: [a-z][\w-]*){0,2}$/))).check(
        described('push, stash drop or pr merge, or a list. Only a rule that names one is about reads too.'),
      ),
    ),
    options: z.optional(
      oneOrMore(z.string().check(z.regex(/^--?[A-Za-z\d][\w-]*$/))).check(
        described(
          'An option, or a list of which any counts, however it is spelled. --force of a push is every way to overwrite or delete a branch on the other side.',
        ),
      ),
    ),
    branch: z.optional(
      oneOrMore(oneLine(200)).check(
        described('A branch that the command may change, here or on a remote, or a list: main, release/*.'),
      ),
    ),
    origin: z.optional(
      oneOrMore(z.enum(RULE_ORIGINS)).check(
        described('agents: chats, MCP and the command line; person: the palette and the views. All without it.'),
      ),
    ),
  })
  .check(
    z.refine(({ options, subcommand }) => options === undefined || subcommand !== undefined, {
      error: 'options need the subcommand they are of',
    }),
    z.meta({ dependentRequired: { options: ['subcommand'] } }),
  );

const rule = z.strictObject({
  match,
  answer: z.enum(['deny', 'ask-always']).check(described('deny, or ask a person each time.')),
  reason: oneLine(300).check(described('What the caller is told, and the question shows.')),
});

export const rulesSchema = z.array(rule).check(z.maxLength(MOST_RULES));

export const policySchema = z.strictObject({
  $schema: z.optional(z.string()),
  policy: rulesSchema.check(described('Rules that only tighten: nothing here makes a command easier to run.')),
});

export type Policy =
  | { readonly ok: true; readonly rules: readonly Rule[] }
  /** One sentence on the first thing that is wrong. */
  | { readonly ok: false; readonly message: string };

/** Reads the text of a `.sluice.json`. */
export function parsePolicy(text: string): Policy {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: `it is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  const parsed = policySchema.safeParse(json);
  return parsed.success ? { ok: true, rules: parsed.data.policy.map(normal) } : { ok: false, ...problem(parsed.error) };
}

/** Reads the list of a setting. */
export function parseRules(list: unknown): Policy {
  const parsed = rulesSchema.safeParse(list);
  return parsed.success ? { ok: true, rules: parsed.data.map(normal) } : { ok: false, ...problem(parsed.error) };
}

function problem({ issues: [issue] }: z.core.$ZodError): { readonly message: string } {
  const [path = [], message = ''] = [issue?.path, issue?.message];
  const at = path.map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return { message: `${at === '' ? 'it' : at.replace(/^\./, '')} is not as it should be: ${message}` };
}

function normal({ match, answer, reason }: z.infer<typeof rule>): Rule {
  const { program, subcommand, options, branch, origin } = match;
  return {
    match: {
      program,
      subcommand: listOf(subcommand),
      options: listOf(options),
      branch: listOf(branch),
      origin: listOf(origin),
    },
    answer,
    reason,
  };
}

const listOf = <T extends string>(names: T | readonly T[] | undefined): readonly T[] | undefined =>
  typeof names === 'string' ? [names] : names;

/** Whether a rule is about who asked. */
export function isFrom({ match: { origin: origins } }: Rule, origin: Origin): boolean {
  if (origins === undefined) return true;
  return origins.some(each => each === origin || each === (isPerson(origin) ? 'person' : 'agents'));
}
