import { isUtf8 } from 'node:buffer';
import { FilePermission, FileSystemError, FileType, type Uri } from 'vscode';
import { spellOutInvisible } from '../../shared/invisible-characters.ts';
import type { SandboxAccess } from './access.ts';
import { stagedSideOf } from './addresses.ts';
import type { FileSystem } from './file-system.ts';
import { SANDBOX_TEXT } from './text.ts';

/**
 * Both sides of staged commits, for the editor's own diff: checked by their sums and never another. What hides in a text is
 * spelled out, for a person decides upon what they see.
 */
export function createStagedFiles({ look }: SandboxAccess): FileSystem {
  const sideAt = async (uri: Uri) => {
    const address = stagedSideOf(uri);
    if (address === undefined) throw FileSystemError.FileNotFound(uri);
    const { sandbox, commit, path, side } = address;
    const { state, contents } = await look(sandbox);
    const staged = state.staged.get(commit);
    const file = staged?.files.find(each => each.path === path);
    if (staged === undefined || file === undefined) throw FileSystemError.FileNotFound(SANDBOX_TEXT.staged.gone);
    const stored = side === 'before' ? file.base : file.content;
    const bytes = stored === null ? Buffer.alloc(0) : await contents.get(stored.sha256, path);
    return { bytes: shown(bytes), time: staged.createdAt };
  };
  const refuse = () => {
    throw FileSystemError.NoPermissions(SANDBOX_TEXT.staged.readOnly);
  };
  return {
    watch: () => ({ dispose() {} }),
    async stat(uri) {
      const { bytes, time } = await sideAt(uri);
      const { length: size } = bytes;
      return { type: FileType.File, ctime: time, mtime: time, size, permissions: FilePermission.Readonly };
    },
    readFile: async uri => (await sideAt(uri)).bytes,
    readDirectory: async () => [],
    writeFile: refuse,
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
}

function shown(bytes: Buffer): Buffer {
  if (!isUtf8(bytes) || bytes.includes(0)) return bytes;
  return Buffer.from(bytes.toString().replaceAll(/[^\r\n]+|\r(?!\n)/g, spellOutInvisible));
}
