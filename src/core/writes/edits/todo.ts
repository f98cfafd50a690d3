import type { CommitLine } from '../impact/impact.ts';

/** The list of a `git rebase -i`, as a person edits it. */
export type TodoVerb = 'pick' | 'reword' | 'edit' | 'squash' | 'fixup' | 'drop';

export interface TodoLine {
  readonly verb: TodoVerb;
  readonly commit: CommitLine;
}

const VERBS: Readonly<Record<string, TodoVerb>> = {
  d: 'drop',
  drop: 'drop',
  e: 'edit',
  edit: 'edit',
  f: 'fixup',
  fixup: 'fixup',
  p: 'pick',
  pick: 'pick',
  r: 'reword',
  reword: 'reword',
  s: 'squash',
  squash: 'squash',
};

const ABBREVIATED = 10;

const HELP = [
  '',
  '# Commits, the oldest first. Move lines to change the order; what you delete is dropped.',
  '#',
  '#   pick, p     keep the commit',
  '#   reword, r   keep it, and edit its message',
  '#   edit, e     stop after it',
  '#   squash, s   combine it with the one before, and edit the message',
  '#   fixup, f    the same without its message',
  '#   drop, d     leave it out',
  '#',
  '# Save and close to go on: you are asked before anything runs. Close without saving to cancel.',
  '',
];

/** The text of a list. No character of a subject ends its line. */
export function todoText(lines: readonly TodoLine[]): string {
  const shown = lines.map(
    ({ verb, commit }) =>
      `${verb} ${commit.oid.slice(0, ABBREVIATED)} ${commit.subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')}`,
  );
  return [...shown, ...HELP].join('\n');
}

export type ParsedTodo =
  | { readonly ok: true; readonly lines: readonly TodoLine[] }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads an edited list. Only commits of the list count, and only words that keep or drop them: no line starts a program,
 * moves a ref or names something else. Commits that are gone from it are dropped by name, whatever git's settings say of that.
 */
export function parseTodo(text: string, commits: readonly CommitLine[]): ParsedTodo {
  const lines: TodoLine[] = [];
  for (const [at, line] of text.split(/\r\n|[\n\r]/).entries()) {
    const [word = '', name = ''] = line.trim().split(/\s+/);
    if (word === '' || word.startsWith('#')) continue;
    const problem = (what: string): ParsedTodo => ({ ok: false, problem: `Line ${at + 1}: ${what}` });
    const verb = Object.hasOwn(VERBS, word) ? VERBS[word] : undefined;
    if (verb === undefined)
      return problem(`'${word}' cannot be used here. Use pick, reword, edit, squash, fixup or drop.`);
    const found = name.length < 4 ? [] : commits.filter(({ oid }) => oid.startsWith(name.toLowerCase()));
    const [commit] = found;
    if (commit === undefined || found.length > 1) return problem(`'${name}' is not a commit of this list.`);
    if (lines.some(each => each.commit === commit)) return problem(`'${name}' is in the list twice.`);
    const isFirst = lines.every(each => each.verb === 'drop');
    if ((verb === 'squash' || verb === 'fixup') && isFirst)
      return problem(`there is no commit before it to ${verb} it into.`);
    lines.push({ verb, commit });
  }
  if (lines.every(({ verb }) => verb === 'drop') && lines.length === 0) return { ok: true, lines: [] };
  const missing = commits.filter(commit => !lines.some(each => each.commit === commit));
  return { ok: true, lines: [...lines, ...missing.map(commit => ({ verb: 'drop' as const, commit }))] };
}

/** Puts `fixup!` and `squash!` commits after those they are for, as --autosquash does. */
export function autosquashed(commits: readonly CommitLine[]): readonly TodoLine[] {
  const lines: TodoLine[] = [];
  for (const commit of commits) {
    const [, verb, subject = ''] = /^(fixup|squash)! (?:(?:fixup|squash)! )*(.*)$/s.exec(commit.subject) ?? [];
    const goal =
      verb === undefined
        ? -1
        : lines.findIndex(
            each => each.commit.subject === subject || (subject.length >= 7 && each.commit.oid.startsWith(subject)),
          );
    if (goal === -1) {
      lines.push({ verb: 'pick', commit });
      continue;
    }
    const next = lines.findIndex((each, at) => at > goal && each.verb === 'pick');
    lines.splice(next === -1 ? lines.length : next, 0, { verb: verb as 'fixup' | 'squash', commit });
  }
  return lines;
}

/** A commit and those that are combined with it. */
export interface TodoGroup {
  readonly first: TodoLine;
  readonly combined: readonly TodoLine[];
}

/** The lines that are kept, each with those that go into it. */
export function groupsOf(lines: readonly TodoLine[]): readonly TodoGroup[] {
  const groups: { first: TodoLine; combined: TodoLine[] }[] = [];
  for (const line of lines) {
    if (line.verb === 'drop') continue;
    const last = groups.at(-1);
    if (last !== undefined && (line.verb === 'squash' || line.verb === 'fixup')) last.combined.push(line);
    else groups.push({ first: line, combined: [] });
  }
  return groups;
}

/** Whether a group gets a message of the person's. */
export const hasMessage = ({ first, combined }: TodoGroup): boolean =>
  first.verb === 'reword' || combined.some(({ verb }) => verb === 'squash');
