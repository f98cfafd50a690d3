import { subcommandPath } from '../../command/subcommand-path.ts';
import type { GitReader } from '../../git/reader.ts';
import { unknownImpact } from '../../writes/impact/impact.ts';
import type { ImpactOfGh } from '../../writes/impact/impact-of.ts';
import { quoted } from '../../writes/impact/wording.ts';
import type { GitHubClient } from '../client.ts';
import type { GitHubHosts } from '../hosts.ts';
import type { GitHubRepository } from '../remotes.ts';
import { GitHubDidNotAnswer } from './ask.ts';
import { findRepository, itemAt } from './find-repository.ts';
import type { GhContext, GhLine, GhWrite } from './record.ts';
import { ghWriteOf } from './registry.ts';
import { cannotTell } from './wording.ts';
import { wordsOfWrite } from './words-of-write.ts';

export interface ImpactOfGhOptions {
  readonly client: GitHubClient;
  readonly git: GitReader;
  readonly hosts: Pick<GitHubHosts, 'all' | 'usual'>;
}

/** Tells what a gh command would do, by reads only. */
export function createImpactOfGh({ client, git, hosts }: ImpactOfGhOptions): ImpactOfGh {
  return async (command, cwd, signal) => {
    const named = subcommandPath(command).path;
    const found = ghWriteOf(named);
    if (found === undefined) return cannotTell(named);
    const read = wordsOfWrite(command);
    if (read === undefined || read.words.length > read.record.most)
      return unknownImpact(`Sluice cannot tell what gh ${found.path} does with these words.`);
    const { record, path, walked, words } = read;
    const [word = ''] = words;
    // gh may read it in another way, and so mean something else than what would be looked at.
    if (record.about === 'repository' && word.includes('://') && itemAt(word) === undefined)
      return unknownImpact(`Sluice cannot read the address ${quoted(word)}.`);
    try {
      const context = { client, git, cwd, signal, hosts: hosts.all(), usual: hosts.usual() };
      const line: GhLine = { command, path, walked, words };
      return await record.impact(line, { ...context, repository: await repositoryOf(record, line, context) });
    } catch (error) {
      if (!(error instanceof GitHubDidNotAnswer)) throw error;
      const [said = ''] = error.message.split('\n');
      return unknownImpact(`Sluice cannot tell what this does on GitHub. ${said}`);
    }
  };
}

/** Of a command about no repository only the host is known. */
async function repositoryOf(
  { about }: GhWrite,
  { walked, words }: GhLine,
  context: GhContext,
): Promise<GitHubRepository> {
  if (about === 'repository') return findRepository(walked, words, context);
  const host = walked.options.get('--hostname');
  return { host: typeof host === 'string' ? host : context.usual, owner: '', name: '' };
}
