import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGitReader } from '../../../src/core/git/reader.ts';
import { printedObject, readImage } from '../../../src/core/panels/image.ts';
import { commandOf } from '../../support/verdict-of.ts';
import { temporaryFolder } from '../git/support.ts';
import { commit, newRepository } from '../repository/support.ts';

const reader = createGitReader();
const root = newRepository(temporaryFolder(), 'images');
const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex');
writeFileSync(join(root, 'dot.png'), PNG);
writeFileSync(join(root, 'large.png'), Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]));
commit(
  root,
  {
    'a.gif': 'GIF89a…',
    'a.svg': '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><text>s3cret</text></svg>',
    'page.html': '<svg></svg>',
    'not.png': 'text',
    'not.svg': '<html><body>',
  },
  'Pictures',
);
const redact = (text: string) => text.replaceAll('s3cret', '•••');
const read = (path: string) => readImage(reader, root, `HEAD:${path}`, redact);

describe('a picture that a command printed', () => {
  it('is told by what it begins with, not by its name', async () => {
    expect((await read('dot.png'))?.mime).toBe('image/png');
    expect((await read('dot.png'))?.data.equals(PNG)).toBe(true);
    expect((await read('a.gif'))?.mime).toBe('image/gif');
    for (const path of ['not.png', 'page.html', 'not.svg', 'nowhere.png'])
      expect(await read(path), path).toBeUndefined();
  });

  it('is redacted where it is a drawing', async () => {
    expect((await read('a.svg'))?.mime).toBe('image/svg+xml');
    expect((await read('a.svg'))?.data.toString()).toContain('<text>•••</text>');
  });

  it('is not read when it is too large', async () => expect(await read('large.png')).toBeUndefined());

  it.each([
    ['git show HEAD:dot.png', 'HEAD:dot.png'],
    ['git cat-file blob HEAD:dot.png', 'HEAD:dot.png'],
    ['git cat-file -p main:a/b.svg', 'main:a/b.svg'],
    ['git show HEAD', undefined],
    ['git show HEAD:a.png HEAD:b.png', undefined],
    ['git show --stat HEAD:a.png', undefined],
    ['git show :/fix', undefined],
    ['git cat-file -s HEAD:a.png', undefined],
    ['git log HEAD:a.png', undefined],
  ])('%s prints %s', (text, object) => expect(printedObject(commandOf(text))).toBe(object));
});
