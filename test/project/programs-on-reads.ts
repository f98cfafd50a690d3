import { CONFIG_PROGRAMS } from '../../src/core/git/config-programs.ts';

/** The text of docs/programs-on-reads.md, made from the table the runner's tests walk. */
export function programsOnReads(): string {
  const rows = CONFIG_PROGRAMS.map(
    ({ trigger, where, decision, how }) => `| ${code(trigger)} | ${where} | ${decision} | ${how} |`,
  );
  return `# Programs that configuration starts on a read

A repository's config can make a plain read start a program or write a file. An agent that can write files can edit
\`.git/config\`, so a read takes nothing from it that chooses a program: it is **neutralised** (the read runs without it),
**rejected** (such a form is not a read and needs a person) or, where nothing else works, **accepted**.

| setting | on | decision | how |
|---|---|---|---|
${rows.join('\n')}

Writes that a person has approved run with their own config, hooks and filters.

gh asks \`ssh -G host\` which host the name in a remote's address stands for: ssh prints its configuration and connects to nothing,
and it is looked for outside the workspace.
`;
}

const code = (text: string): string => (/^[a-z0-9]+\.\S+$/i.test(text) ? `\`${text}\`` : text);
