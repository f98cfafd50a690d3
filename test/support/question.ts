import { impact } from '../../src/core/writes/impact/impact.ts';
import type { Question } from '../../src/core/writes/question.ts';

/** A question about a harmless command, apart from what a test says of it. */
export function questionAbout(text: string, given: Partial<Question> = {}): Question {
  return {
    kind: 'command',
    text,
    subject: text,
    repository: '/repo',
    origin: 'chat',
    effects: ['writes-repo'],
    risk: 'local',
    reason: 'creates a branch',
    programs: [],
    impact: Promise.resolve(impact({ sentences: ['Creates a branch.'] })),
    impactSoFar: () => {},
    unsaved: () => null,
    recovery: 'Undo brings it back.',
    shape: Promise.resolve(null),
    editable: true,
    note: null,
    ...given,
  };
}
