import { quote } from '../command/quote.ts';

/** The address by which gh tells of something new: an issue, a pull request or a comment on one. */
const ADDRESS =
  /^https:\/\/(?<host>[\w.-]+)\/(?<owner>[\w.-]+)\/(?<name>[\w.-]+)\/(?<kind>issues|pull)\/(?<number>\d+)(?:#issuecomment-(?<comment>\d+))?$/;

/** Commands that take back what gh says it has made. What has another kind of address has none. */
export function revertsOfNew(printed: string): readonly string[] {
  const last = printed.trim().split('\n').at(-1)?.trim() ?? '';
  const { host = '', owner = '', name = '', kind, number = '', comment } = ADDRESS.exec(last)?.groups ?? {};
  if (kind === undefined) return [];
  const elsewhere = host === 'github.com' ? [] : ['--hostname', host];
  if (comment !== undefined)
    return [quote('gh', ['api', '-X', 'DELETE', `repos/${owner}/${name}/issues/comments/${comment}`, ...elsewhere])];
  const repository = host === 'github.com' ? `${owner}/${name}` : `${host}/${owner}/${name}`;
  return [quote('gh', [kind === 'pull' ? 'pr' : 'issue', 'close', number, '-R', repository])];
}
