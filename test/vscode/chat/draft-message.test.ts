import { describe, expect, it } from 'vitest';
import { classifyText } from '../../../src/core/command/classify-text.ts';
import { commitCommand } from '../../../src/vscode/chat/draft-message.ts';

describe('the commit with a drafted message', () => {
  it.each([
    ['Fix it', "git commit -m 'Fix it'"],
    ['Fix it\n\nBecause of\nthis.\n', "git commit -m 'Fix it' -m 'Because of this.'"],
    ['```text\nFix it\n```', "git commit -m 'Fix it'"],
    ['- one\n\n- two', "git commit -m '- one' -m '- two'"],
    [`It's "so" \u001b[31m\u0007`, undefined],
    ['$(rm -rf .) `id` && git push', undefined],
    ['--amend', undefined],
    ['x\n\n--no-verify', undefined],
  ])('%j', (message, command) => {
    const made = commitCommand(message) ?? '';
    if (command !== undefined) expect(made).toBe(command);
    // Whatever it says, it is one commit with a message and no option of the model's.
    const classified = classifyText('git', made, { roots: ['/'], cwd: '/' });
    expect(classified).toMatchObject({ ok: true, command: { subcommand: 'commit', verdict: { risk: 'local' } } });
    const args = classified.ok ? classified.command.args : [];
    expect(args.filter((_, at) => at % 2 === 1).every(word => word === '-m')).toBe(true);
  });

  it.each(['', '\n\n', '```\n```'])('%j is none', message => {
    expect(commitCommand(message)).toBeUndefined();
  });
});
