import { expect, it } from 'vitest';
import { createEmitter } from '../../src/shared/emitter.ts';

it('a listener that throws is reported, and the others hear the value', () => {
  const errors: unknown[] = [];
  const heard: string[] = [];
  const emitter = createEmitter<string>(error => errors.push(error));
  emitter.listen(() => {
    throw new Error('no');
  });
  const stop = emitter.listen(value => heard.push(value));
  emitter.emit('a');
  stop();
  emitter.emit('b');
  expect(heard).toEqual(['a']);
  expect(errors).toEqual([new Error('no'), new Error('no')]);
});

it('whoever begins or stops to listen meanwhile changes nothing for the value under way', () => {
  const heard: string[] = [];
  const emitter = createEmitter<string>(error => expect.unreachable(String(error)));
  const stop = emitter.listen(() => {
    stop();
    emitter.listen(value => heard.push(`late ${value}`));
  });
  emitter.listen(value => heard.push(value));
  emitter.emit('a');
  emitter.emit('b');
  expect(heard).toEqual(['a', 'b', 'late b']);
  emitter.clear();
  emitter.emit('c');
  expect(heard).toHaveLength(3);
});
