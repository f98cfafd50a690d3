import type { World } from './world.ts';

/** A call of a tool; its input may follow from the answer before it. */
export interface ToolStep {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>> | ((said: string) => Readonly<Record<string, unknown>>);
  /** What an answer has that is of use. */
  readonly useful: RegExp;
}

export type ShellStep = string | ((said: string) => string);

/** The call of another server; what it answers is not judged. */
export type PeerStep = Omit<ToolStep, 'useful'>;

/** Something that agents are asked to do, as they do it by Sluice, in a shell, and by another server of git tools. */
export interface Task {
  readonly name: string;
  readonly kind: 'look' | 'github' | 'change';
  /** In the middle of a merge that has a conflict. */
  readonly merging?: boolean;
  /** What happened before. */
  readonly before?: (world: World) => void;
  readonly sluice: readonly ToolStep[];
  readonly shell: readonly ShellStep[];
  /** Undefined where the other server has nothing for it. */
  readonly peer?: readonly PeerStep[];
  /** How many times the person is asked. */
  readonly questions: number;
  /** What somebody who has done it has read, in whatever form. */
  readonly answer?: RegExp;
  /** Says what is not as it should be afterwards; undefined when all is well. */
  readonly after?: (world: World) => string | undefined;
}

/** What a pattern finds in the answer before. */
export const found = (said: string, pattern: RegExp): string => {
  const [, what] = pattern.exec(said) ?? [];
  if (what === undefined) throw new Error(`${pattern} is not in: ${said}`);
  return what;
};

/** The id a line begins with. */
export const ID = /^\^?([\da-f]{7,40})\b/m;

export const git = (command: string, useful: RegExp, more: Readonly<Record<string, unknown>> = {}): ToolStep => ({
  tool: 'git_execute',
  input: { command, ...more },
  useful,
});

export const gh = (command: string, useful: RegExp): ToolStep => ({ tool: 'gh_execute', input: { command }, useful });

export const plan = (...commands: readonly string[]): ToolStep => ({
  tool: 'git_plan',
  input: { commands },
  useful: new RegExp(`^Plan done: ${commands.length} of ${commands.length}`),
});
