import { openWindow } from './support.ts';

// A window in a process of its own: <state folder> <repository> <when it had the focus> [run]. Says what it is asked.
const [XDG_STATE_HOME = '', root = '', focused = '1', how] = process.argv.slice(2);
const { questions } = await openWindow({ XDG_STATE_HOME }, root, Number(focused));
process.stdout.write('open ');
let seen = 0;
setInterval(() => {
  for (const { question, answer, signal } of questions.slice(seen)) {
    seen += 1;
    process.stdout.write(`asked:${question.text.replaceAll(' ', '_')} `);
    signal.addEventListener('abort', () => process.stdout.write('withdrawn '));
    if (how === 'run') answer({ kind: 'run' });
  }
}, 5);
