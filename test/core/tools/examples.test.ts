import { describe, expect, it } from 'vitest';
import { TOOLS } from '../../../src/core/tools/tools.ts';
import { makeTools } from './fixture.ts';

describe.each(TOOLS)('$name', ({ name, doors, examples }) => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(0);
  });

  it.each(examples)('$input', async ({ input, answers }) => {
    const { core, call } = await makeTools();
    const [origin = 'chat'] = doors ?? [];
    const { text } = await call(name, input, { origin });
    core.dispose();
    expect(text).toMatch(answers);
  });
});
