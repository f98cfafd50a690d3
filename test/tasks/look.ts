import { found, git, ID, type Task } from './task.ts';

/** Questions about a repository: nobody is asked. */
export const LOOK: readonly Task[] = [
  {
    name: 'what has changed',
    kind: 'look',
    sluice: [{ tool: 'git_status_view', input: {}, useful: /\| src\/engine\.ts \| Modified \| 1 \| 0 \| \+1 \|/ }],
    answer: /src\/engine\.ts[\s\S]*src\/printer\.ts/,
    shell: ['git status', 'git diff --stat'],
    peer: [
      { tool: 'git_status', input: {} },
      { tool: 'git_diff', input: { stat: true } },
    ],
    questions: 0,
  },
  {
    name: 'read the uncommitted change of one file',
    kind: 'look',
    sluice: [git('git diff -- src/engine.ts', /\+export const brake/)],
    shell: ['git diff -- src/engine.ts'],
    peer: [{ tool: 'git_diff', input: { paths: ['src/engine.ts'] } }],
    questions: 0,
  },
  {
    name: 'who broke this line',
    kind: 'look',
    sluice: [
      git('git blame -s -L 2,2 src/control.ts', ID),
      {
        tool: 'git_execute',
        input: said => ({ command: `git show ${found(said, ID)}` }),
        useful: /Edsger Dijkstra[\s\S]*removeTheJump/,
      },
    ],
    shell: ['git blame -s -L 2,2 src/control.ts', said => `git show ${found(said, ID)}`],
    peer: [
      { tool: 'git_blame', input: { filePath: 'src/control.ts', startLine: 2, endLine: 2 } },
      { tool: 'git_show', input: said => ({ object: found(said, /\b([\da-f]{7,40})\b/) }) },
    ],
    questions: 0,
  },
  {
    name: 'summarise a branch',
    kind: 'look',
    sluice: [git('git log --stat main..experiment/music', /Compose a fugue[\s\S]*src\/music\.ts/)],
    shell: ['cd . && git log --stat main..experiment/music'],
    peer: [{ tool: 'git_log', input: { branch: 'main..experiment/music', stat: true } }],
    questions: 0,
  },
  {
    name: 'find when a function vanished',
    kind: 'look',
    before({ git, write }) {
      git('stash', '-q', '-u');
      write('src/store.ts', 'export const store = new Map<string, number>();\n');
      git('commit', '-qam', 'Store by name');
      git('stash', 'pop', '-q');
    },
    sluice: [
      git('git log --oneline -S keepResultsApartFromVariables -- src/store.ts', /Store by name/),
      {
        tool: 'git_execute',
        input: said => ({
          command: `git show ${found(said, ID)}`,
          filter: 'keepResultsApartFromVariables',
        }),
        useful: /-export function keepResultsApartFromVariables/,
      },
    ],
    shell: [
      'git log --oneline -S keepResultsApartFromVariables -- src/store.ts',
      said => `git show ${found(said, ID)} | grep keepResultsApartFromVariables`,
    ],
    // It cannot search for a change, so the changes of the file are read.
    peer: [{ tool: 'git_log', input: { filePath: 'src/store.ts', patch: true } }],
    questions: 0,
  },
  {
    name: 'what is new since a release',
    kind: 'look',
    sluice: [git('git log --oneline v1.0.0..main', /Turn both ways/)],
    shell: ['git log --oneline v1.0.0..main'],
    peer: [{ tool: 'git_log', input: { branch: 'v1.0.0..main', oneline: true } }],
    questions: 0,
  },
  {
    name: 'compare two releases, then read one file of it',
    kind: 'look',
    sluice: [
      git('git diff --stat v0.1.0 v1.0.0', /src\/bernoulli\.ts/),
      git('git diff v0.1.0 v1.0.0 -- src/bernoulli.ts', /\+export function computeB7/),
    ],
    shell: ['git diff --stat v0.1.0 v1.0.0', 'git diff v0.1.0 v1.0.0 -- src/bernoulli.ts'],
    peer: [
      { tool: 'git_diff', input: { source: 'v0.1.0', target: 'v1.0.0', stat: true } },
      { tool: 'git_diff', input: { source: 'v0.1.0', target: 'v1.0.0', paths: ['src/bernoulli.ts'] } },
    ],
    questions: 0,
  },
  {
    name: 'where a name is used',
    kind: 'look',
    sluice: [git("git grep -n 'turns + 1'", /src\/engine\.ts/, { head: 20 })],
    shell: ["git grep -n 'turns + 1' | head -20"],
    questions: 0,
  },
  {
    name: 'who knows the store',
    kind: 'look',
    sluice: [git('git shortlog -sn HEAD -- src/store.ts', /\d+\s+Barbara Liskov/)],
    answer: /Barbara Liskov/,
    shell: ['git shortlog -sn HEAD -- src/store.ts'],
    peer: [{ tool: 'git_log', input: { filePath: 'src/store.ts' } }],
    questions: 0,
  },
  {
    name: 'read a file as it was',
    kind: 'look',
    sluice: [git('git show v0.1.0:src/engine.ts', /turnTheFirstWheel/)],
    shell: ['git show v0.1.0:src/engine.ts'],
    peer: [{ tool: 'git_show', input: { object: 'v0.1.0', filePath: 'src/engine.ts' } }],
    questions: 0,
  },
  {
    name: 'look at the same log again',
    kind: 'look',
    sluice: [
      git('git log main', /Turn both ways/),
      {
        tool: 'git_execute',
        input: said => ({ command: 'git log main', known: found(said, /\[output (\w+)\]/) }),
        useful: /^Unchanged/,
      },
    ],
    answer: /Turn both ways/,
    shell: ['git log main', 'git log main'],
    peer: [
      { tool: 'git_log', input: { branch: 'main' } },
      { tool: 'git_log', input: { branch: 'main' } },
    ],
    questions: 0,
  },
];
