import {
  destroysRemote,
  installsProgram,
  overwritesFile,
  refusesSecret,
  refusesTerminal,
  savesFile,
  sends,
} from '../acts.ts';
import { each, type Node, words } from '../table.ts';
import { host } from './addresses.ts';
import { family, json, reads, repo } from './reads.ts';

const signIn = refusesTerminal('needs a terminal; set the token with "Sluice: Set GitHub Token…"');
const printsToken = refusesSecret('prints the token; gh auth status tells whether there is one');

/** gh-auth(1): `-h` is the host here. */
const auth = family('auth', {
  status: reads([
    json,
    {
      flag: ['-a --active'],
      checked: { '-h --hostname': host },
      acts: { '-t --show-token': refusesSecret('prints the token; leave it out') },
    },
  ]),
  'git-credential': printsToken,
  login: signIn,
  logout: overwritesFile('forgets a token'),
  refresh: signIn,
  'setup-git': installsProgram('makes gh the credential helper of git', 'writes-files'),
  switch: savesFile('changes the active account'),
  token: printsToken,
});

const keys = (name: string) =>
  family(name, {
    ...each('list ls', reads([json])),
    add: destroysRemote('gives anyone with the key access to the account'),
    delete: destroysRemote('deletes a key'),
  });

const scope = { value: ['-e --env', '-o --org'] };

/** gh-secret(1): names only, the values are never given out. */
const secret = family(
  'secret',
  {
    ...each('list ls', reads([repo, json, scope, { flag: ['-u --user'], value: ['-a --app'] }])),
    ...each('delete remove', destroysRemote('deletes a secret')),
    // A secret that was there cannot be read, so it is gone.
    set: destroysRemote('sets a secret, over one of that name'),
  },
  repo,
);

const variable = family(
  'variable',
  {
    ...each('list ls', reads([repo, json, scope])),
    get: reads([repo, json, scope], words(1, 1)),
    ...each('delete remove', destroysRemote('deletes a variable')),
    set: sends('sets a variable'),
  },
  repo,
);

export const account: Record<string, Node> = {
  auth,
  'gpg-key': keys('gpg-key'),
  secret,
  'ssh-key': keys('ssh-key'),
  variable,
};
