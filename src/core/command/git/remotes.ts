import { changes, downloads, refusesProgram } from '../acts.ts';
import { objectTo } from '../judge.ts';
import {
  each,
  group,
  inForce,
  leaf,
  type Node,
  none,
  options,
  takes,
  type ValueCheck,
  words,
  writes,
} from '../table.ts';
import { objectToHelper } from '../values.ts';

const uploadPack = refusesProgram('names a program to run on the other side; leave it out');

/** Other keys look into objects, which an older git would fetch from wherever a partial clone says. */
const byName: ValueCheck = (value, option) =>
  /^-?(v:|version:)?refname$/.test(value)
    ? undefined
    : objectTo(option, downloads(`by '${value}' may fetch objects; sort by refname`));

/** git-ls-remote(1): `-h` lists heads here. */
const lsRemote = leaf({
  options: options({
    flag: ['-b --branches', '-h --heads', '-q --quiet', '-t --tags', '--exit-code', '--get-url', '--refs', '--symref'],
    checked: { '--sort': byName },
    acts: {
      '-o --server-option': downloads('sends words of its own to the server; leave it out'),
      '--exec': uploadPack,
      '--upload-pack': uploadPack,
    },
  }),
  forms: [{ takes: takes('remote') }],
  dependsOn: ['remote', 'config'],
  network: walked => !inForce(walked, '--get-url'),
  harden: ['--upload-pack=git-upload-pack'],
});

const changesRemotes = changes('changes the configured remotes');
/** git-remote(1): `-v` must stand before the action. */
const remote = group(
  {
    show: leaf({
      options: options({ flag: ['-n'] }),
      forms: [{ takes: takes('remote') }],
      dependsOn: ['remote', 'refs', 'config'],
      network: walked => walked.positionals.length > 0 && !inForce(walked, '-n'),
    }),
    'get-url': leaf({
      options: options({ flag: ['--all', '--push'] }),
      forms: [{ takes: words(1, 1) }],
      dependsOn: ['config'],
    }),
    ...each(
      'add set-url',
      writes(({ positionals }) => objectToHelper(positionals) ?? objectTo('remote', changesRemotes), {
        value: ['-m --master', '-t --track'],
        acts: { '-f --fetch': downloads('fetches at once') },
      }),
    ),
    ...each('rename remove rm set-head set-branches', changesRemotes),
    prune: leaf({
      options: options({ flag: ['-n --dry-run'] }),
      forms: [{ with: ['--dry-run'], takes: takes('remote', 1) }],
      otherwise: { ...downloads('deletes remote-tracking branches; -n shows which'), risk: 'local' },
      dependsOn: ['remote', 'refs'],
      network: true,
    }),
    update: downloads('fetches from remotes'),
  },
  leaf({ options: options({ flag: ['-v --verbose'] }), forms: [{ takes: none }], dependsOn: ['config'] }),
  { flag: ['-v --verbose'] },
);

export const remotes: Record<string, Node> = { 'ls-remote': lsRemote, remote };
