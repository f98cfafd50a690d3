import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { withUndoNotification } from '../../src/vscode/journal/undo-notification.ts';
import { notifications } from './vscode-module.ts';

beforeEach(() => {
  notifications.length = 0;
});

it('an undo of many files shows how far it is, and its Cancel button ends it', async () => {
  const result = await withUndoNotification(async ({ progress, signal }) => {
    progress({ done: 0, total: 1000 });
    progress({ done: 500, total: 1000 });
    expect(signal.aborted).toBe(false);
    notifications[0]?.cancel();
    return signal.aborted;
  });
  expect(result).toBe(true);
  await nextTurn();
  expect(notifications).toMatchObject([
    {
      title: 'Sluice: undoing',
      open: false,
      reports: [
        { message: '0 of 1000 files', increment: 0 },
        { message: '500 of 1000 files', increment: 50 },
      ],
    },
  ]);
});

it('an undo of a few files shows nothing', async () => {
  await withUndoNotification(async ({ progress }) => progress({ done: 0, total: 20 }));
  expect(notifications).toEqual([]);
});

it('the notification goes when an undo fails', async () => {
  const failing = withUndoNotification(async ({ progress }) => {
    progress({ done: 0, total: 1000 });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await nextTurn();
  expect(notifications[0]?.open).toBe(false);
});
