import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PreparedEdits, TodoStep } from '../command/command.ts';
import type { Environment } from './process.ts';

/** Runs git for one of our own questions or objects, in the turn of the command it is for. */
export type Plumb = (args: readonly string[], input?: Buffer) => Promise<string>;

/**
 * The environment in which git takes what a person has written already in place of opening an editor: a program of the
 * system that copies our file over the one git wants edited. No config is asked for an editor, these variables come first.
 */
export async function editorVariables(edits: PreparedEdits, folder: string, plumb: Plumb): Promise<Environment> {
  const file = join(folder, 'prepared');
  const copies = `cp ${quoted(file)}`;
  if (edits.kind === 'message') {
    await writeFile(file, `${edits.message}\n`, { mode: 0o600 });
    return { GIT_EDITOR: copies };
  }
  const lines: string[] = [];
  for (const step of edits.steps) lines.push(await lineOf(step, plumb));
  await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  return { GIT_SEQUENCE_EDITOR: copies };
}

/** For the shell that git starts its editor with. */
const quoted = (path: string): string => `'${path.replaceAll('\\', '/').replaceAll("'", `'\\''`)}'`;

/** A message is put into the commit before it is picked, so that git asks for none; what goes into it brings none of its own. */
async function lineOf({ verb, oid, message }: TodoStep, plumb: Plumb): Promise<string> {
  const commit = message === null ? oid : await reworded(oid, message, plumb);
  const plain = verb === 'reword' ? 'pick' : verb === 'squash' ? 'fixup' : verb;
  return `${plain} ${commit}`;
}

const KEPT = /^(?:tree|parent|author) /;

/** The same commit with another message, made by the person who rebases. */
async function reworded(oid: string, message: string, plumb: Plumb): Promise<string> {
  const [header = ''] = (await plumb(['cat-file', 'commit', oid])).split('\n\n', 1);
  const committer = (await plumb(['var', 'GIT_COMMITTER_IDENT'])).trim();
  const kept = header.split('\n').filter(line => KEPT.test(line));
  const commit = [...kept, `committer ${committer}`, '', `${message}\n`].join('\n');
  return (await plumb(['hash-object', '-t', 'commit', '-w', '--stdin'], Buffer.from(commit))).trim();
}
