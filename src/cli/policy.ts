import { createGitReader } from '../core/git/reader.ts';
import { knowsOption } from '../core/writes/policy/command-facts.ts';
import { createPolicy, type PolicyAnswer } from '../core/writes/policy/policy.ts';
import type { SourcedRule } from '../core/writes/policy/sources.ts';
import { spellOutMisleading } from '../shared/invisible-characters.ts';
import { type CliArguments, readArguments } from './arguments.ts';
import { EXIT } from './exit.ts';
import { HELP } from './help.ts';
import { POLICY_TEXT as TEXT } from './policy-text.ts';
import { say } from './say.ts';
import { classifyIn } from './verdicts.ts';

/** `sluice policy check`: reads the rules that hold here, and says what a command would get. Nothing runs. */
export async function policyCommand([action, ...words]: readonly string[]): Promise<number> {
  const parsed = readArguments(words);
  if (['-h', '--help'].includes(action ?? '') || (parsed.ok && parsed.value.help)) {
    process.stdout.write(HELP.policy);
    return 0;
  }
  if (action !== 'check' || !parsed.ok) return say(`${parsed.ok ? '' : parsed.message}\n${HELP.policy}`, EXIT.error);
  return parsed.value.command === undefined
    ? checkFiles(parsed.value)
    : checkCommand(parsed.value, parsed.value.command);
}

/** What an agent would get: the rules for a person are no stricter. */
async function ask(root: string, command: string, verdict: 'read-only' | 'mutating'): Promise<PolicyAnswer> {
  const { env: environment } = process;
  const askPolicy = createPolicy({ git: createGitReader({ environment, roots: () => [root] }), environment });
  return askPolicy({ kind: 'command', command, repository: root, origin: 'cli', class: verdict });
}

async function checkFiles({ root, json }: CliArguments): Promise<number> {
  // No rule is about it, but all are read.
  const { policy } = await ask(root, 'git status', 'mutating');
  const { rules, problems, lacksCommitted } = policy;
  const warnings = rules.flatMap(unknownOptions);
  if (json) print(JSON.stringify({ rules, problems, warnings }));
  else {
    for (const rule of rules) print(...ruleLines(rule));
    if (rules.length === 0 && problems.length === 0) print(TEXT.none);
    if (lacksCommitted) print(TEXT.lacksCommitted);
    for (const warning of warnings) print(warning);
  }
  for (const problem of problems) process.stderr.write(`${spellOutMisleading(problem)}\n`);
  return problems.length > 0 ? EXIT.error : 0;
}

async function checkCommand({ root, json }: CliArguments, text: string): Promise<number> {
  const classified = classifyIn(text, root);
  if (!classified.ok) return say(classified.message, EXIT.error);
  const { canonical, verdict } = classified.command;
  const answer = verdict.class === 'refused' ? undefined : await ask(root, canonical, verdict.class);
  const found = answer?.restriction;
  const gets =
    verdict.class === 'refused' || found?.kind === 'deny'
      ? 'deny'
      : found || verdict.class === 'mutating'
        ? 'ask'
        : 'run';
  const reason = found?.reason ?? verdict.reason;
  if (json) print(JSON.stringify({ command: canonical, answer: gets, byPolicy: found !== undefined, reason }));
  else print(`${TEXT.gets[gets]}  ${canonical}`, `            ${reason}`);
  return { run: 0, ask: EXIT.mutating, deny: EXIT.refused }[gets];
}

const print = (...lines: readonly string[]) => {
  for (const line of lines) process.stdout.write(`${line.replace(/\S.*/s, spellOutMisleading)}\n`);
};

function ruleLines({ match, answer, reason, source }: SourcedRule): readonly string[] {
  const { program = 'git and gh', subcommand, options, branch, origin } = match;
  const about = [
    [program, subcommand?.join(' or '), options?.join(' or ')].filter(Boolean).join(' '),
    branch && `on ${branch.join(' or ')}`,
    origin && `from ${origin.join(' or ')}`,
  ];
  return [`${answer.padEnd(10)}  ${about.filter(Boolean).join(' ')}`, `            ${reason} (${source})`];
}

function unknownOptions({ match: { program, subcommand = [], options = [] }, source }: SourcedRule): string[] {
  if (program === 'gh') return [];
  return subcommand.flatMap(name =>
    options.filter(option => knowsOption(name, option) === false).map(option => TEXT.noOption(source, name, option)),
  );
}
