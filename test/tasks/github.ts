import { gh, type Task } from './task.ts';

/** A flag that says so is in newer ones only. */
const FAILED =
  'gh run list --branch main --json databaseId,conclusion --jq \'[.[] | select(.conclusion == "failure")][0].databaseId\'';

/** GitHub by gh, which the other server does not have. */
export const GITHUB: readonly Task[] = [
  {
    name: 'my pull requests with failing checks',
    kind: 'github',
    sluice: [
      gh('gh pr list --author @me --json number,title', /Turn the dial faster/),
      gh('gh pr checks 4', /build\s+fail/),
    ],
    shell: ['gh pr list --author @me --json number,title', 'gh pr checks 4'],
    questions: 0,
  },
  {
    name: 'why the last run failed',
    kind: 'github',
    sluice: [
      gh(FAILED, /^\d+$/m),
      {
        tool: 'gh_execute',
        input: said => ({ command: `gh run view ${/^(\d+)$/m.exec(said)?.[1]} --log-failed` }),
        useful: /not ok 3 - the belt holds/,
      },
    ],
    shell: [FAILED, said => `gh run view ${/^(\d+)$/m.exec(said)?.[1]} --log-failed`],
    questions: 0,
  },
  {
    name: 'reviews that wait for me',
    kind: 'github',
    sluice: [gh('gh pr list --search review-requested:@me --json number,title', /Compose a fugue/)],
    shell: ['gh pr list --search review-requested:@me --json number,title'],
    questions: 0,
  },
  {
    name: 'read an issue and what was said',
    kind: 'github',
    sluice: [gh('gh issue view 1 --json title,body,comments', /A proof that it cannot jam/)],
    shell: ['gh issue view 1 --json title,body,comments'],
    questions: 0,
  },
  {
    name: 'the changes of a pull request',
    kind: 'github',
    sluice: [gh('gh pr diff 5', /\+.*composeAFugue/)],
    shell: ['gh pr diff 5'],
    questions: 0,
  },
  {
    name: 'answer an issue',
    kind: 'github',
    sluice: [gh("gh issue comment 1 --body 'The spring is worn.'", /^Ran: gh issue comment 1/)],
    shell: ["gh issue comment 1 --body 'The spring is worn.'"],
    questions: 1,
    after: ({ engine }) =>
      engine.jam.comments.some(({ body }) => body === 'The spring is worn.') ? undefined : 'no such comment',
  },
  {
    name: 'label an issue and close it',
    kind: 'github',
    sluice: [
      {
        tool: 'git_plan',
        input: { commands: ['gh issue edit 2 --add-label bug', 'gh issue close 2'] },
        useful: /^Plan done: 2 of 2/,
      },
    ],
    shell: ['gh issue edit 2 --add-label bug && gh issue close 2'],
    questions: 1,
    after: ({ engine }) => (engine.columns.state === 'CLOSED' ? undefined : 'the issue is open'),
  },
];
