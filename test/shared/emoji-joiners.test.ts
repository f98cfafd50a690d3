import { describe, expect, it } from 'vitest';
import { hasInvisible, spellOutInvisible, spellOutMisleading } from '../../src/shared/invisible-characters.ts';

describe('a joiner', () => {
  it.each(['👩‍💻', '👨‍👩‍👧', '👩🏽‍🚒', '🏳️‍🌈', '❤️‍🔥'])('inside %s is part of what is seen', emoji => {
    expect(hasInvisible(`Fix ${emoji} again`)).toBe(false);
    expect(spellOutInvisible(emoji)).toBe(emoji);
  });

  it.each(['ma\u200din', '👩\u200d', '\u200d💻', 'a\u200d💻', '👩\u200d\u200d💻', '👩\u200dx'])(
    'elsewhere, as in %j, is spelled out',
    text => expect(spellOutInvisible(text)).toContain('\\u200d'),
  );

  it('in a command is spelled out wherever it is: two emoji need not look joined', () => {
    expect(spellOutMisleading("git tag '👩‍💻'")).toBe("git tag '👩\\u200d💻'");
  });
});
