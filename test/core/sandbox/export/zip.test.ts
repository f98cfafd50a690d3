import JSZip from 'jszip';
import { expect, it } from 'vitest';
import { exportedFiles, startsPrograms } from '../../../../src/core/sandbox/export/exported.ts';
import { zipOf } from '../../../../src/core/sandbox/export/zip.ts';
import { inMemory, text } from '../rig.ts';

it('holds every file with its contents and mode, so that other programs read it', async () => {
  const sandbox = inMemory();
  await sandbox.write([
    { path: 'docs/ä.md', bytes: text('# Ä\n') },
    { path: 'run.sh', bytes: text('#!/bin/sh\n'), executable: true },
    { path: 'empty', bytes: Buffer.alloc(0) },
  ]);
  const zip = await zipOf(exportedFiles(sandbox));
  const { files } = await JSZip.loadAsync(zip, { checkCRC32: true });
  const entries = Object.values(files).map(async file => ({
    name: file.name,
    mode: file.unixPermissions,
    text: await file.async('string'),
  }));
  expect(await Promise.all(entries)).toEqual([
    { name: 'docs/ä.md', mode: 0o100644, text: '# Ä\n' },
    { name: 'empty', mode: 0o100644, text: '' },
    { name: 'run.sh', mode: 0o100755, text: '#!/bin/sh\n' },
  ]);
});

it.each([
  ['.vscode/tasks.json', true],
  ['deep/.VSCode/settings.json', true],
  ['team.code-workspace', true],
  ['.envrc', true],
  ['src/vscode/tasks.json', false],
  ['docs/.vscodes', false],
])('whether %s can start programs where the folder is trusted: %s', (path, can) => {
  expect(startsPrograms(path)).toBe(can);
});
