import { describe, expect, it } from 'vitest';
import { createRestrictedGate } from '../../../src/core/windows/restricted-gate.ts';
import { impact } from '../../../src/core/writes/impact/impact.ts';
import type { GateUi, PlanQuestion, Question } from '../../../src/core/writes/question.ts';
import type { ComingRun, Restriction } from '../../../src/core/writes/restrictions.ts';

const verdict = { class: 'mutating', effects: ['writes-repo'], risk: 'local', reason: 'writes' } as const;
const base = { repository: '/repository', origin: 'mcp', process: { pid: 7, name: 'an agent' } } as const;
const question: Question = {
  ...base,
  ...{ kind: 'command', text: 'git push', subject: 'git push', effects: ['writes-remote'], risk: 'remote' },
  ...{ reason: 'writes', programs: [], recovery: '', editable: true, note: 'Look twice.' },
  impact: Promise.resolve(impact({ sentences: [] })),
  impactSoFar: () => {},
  unsaved: () => null,
  shape: Promise.resolve(null),
};
const planOf = (...texts: string[]): PlanQuestion => ({
  ...base,
  note: null,
  steps: texts.map(text => ({ text, verdict, impact: null })),
});

/** A window whose person says yes, and a listener that answers by a word of the command. */
function windowWith(answers: Readonly<Record<string, Restriction>>) {
  const asked: (Question | PlanQuestion)[] = [];
  const heard: ComingRun[] = [];
  const yes = async (shown: Question | PlanQuestion) => {
    asked.push(shown);
    return { kind: 'run' } as const;
  };
  const gate: GateUi = { decide: yes, decidePlan: yes };
  const restricted = createRestrictedGate(gate, async run => {
    heard.push(run);
    return Object.entries(answers).find(([word]) => run.command.includes(word))?.[1];
  });
  return { ...restricted, asked, heard };
}

const deny: Restriction = { kind: 'deny', reason: 'Guard does not allow it: main is frozen.' };
const ask: Restriction = { kind: 'ask', reason: 'Guard wants you to decide: it is late.' };

describe('8.9 a question of another process', () => {
  it('is heard with what it would do and who asks', async () => {
    const { decide, heard, asked } = windowWith({});
    expect(await decide(question)).toEqual({ kind: 'run' });
    expect(heard).toEqual([
      {
        ...{ kind: 'command', command: 'git push', repository: '/repository', origin: 'mcp', client: 'an agent' },
        ...{ class: 'mutating', effects: ['writes-remote'], risk: 'remote' },
      },
    ]);
    expect(asked).toMatchObject([{ note: 'Look twice.' }]);
  });

  it('is not shown when somebody denies it, and the process is told why, so that it asks nobody else', async () => {
    const { decide, asked } = windowWith({ push: deny });
    expect(await decide(question)).toEqual({ kind: 'declined', reason: deny.reason });
    expect(asked).toEqual([]);
  });

  it('says why somebody wants the person to look', async () => {
    const { decide, asked } = windowWith({ push: ask });
    await decide(question);
    expect(asked).toMatchObject([{ note: `Look twice. ${ask.reason}` }]);
  });

  it('of a plan is heard step by step', async () => {
    const { decidePlan, asked, heard } = windowWith({ push: deny, tag: ask });
    const refused = { kind: 'declined', reason: `Step 2: ${deny.reason}` };
    expect(await decidePlan(planOf('git add .', 'git push'))).toEqual(refused);
    expect(asked).toEqual([]);
    expect(await decidePlan(planOf('git add .', 'git tag v1'))).toEqual({ kind: 'run' });
    expect(asked).toMatchObject([{ note: `Step 2: ${ask.reason}` }]);
    expect(heard).toHaveLength(4);
  });
});
