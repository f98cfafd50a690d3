import { createRemoteGate } from '../../../src/core/windows/remote-gate.ts';
import { questionAbout } from '../../support/question.ts';

// A process without an editor: <state folder> <repository>. Asks and says what is decided; where nobody is, `nobody`.
const [XDG_STATE_HOME = '', repository = ''] = process.argv.slice(2);
const nobody = async () => ({ kind: 'declined', reason: 'nobody' }) as const;
const gate = createRemoteGate({
  environment: { XDG_STATE_HOME },
  version: '1.2.3',
  fallback: { decide: nobody, decidePlan: nobody },
  redact: text => text,
  shown: () => void process.stdout.write('shown '),
  log: line => void process.stdout.write(`(${line}) `),
  reportError(error) {
    throw error;
  },
});
process.stdout.write('begun ');
const decision = await gate.decide(questionAbout('git branch topic', { repository, origin: 'mcp' }));
process.stdout.write(decision.kind === 'declined' ? `declined:${decision.reason}` : decision.kind);
