import { destroysRemote, refusesProgram, sends } from '../acts.ts';
import { worst } from '../judge.ts';
import {
  type Act,
  inForce,
  leaf,
  type Node,
  type Objection,
  objectTo,
  options,
  type Walked,
  words,
  writes,
} from '../table.ts';
import { objectToHelper } from '../values.ts';
import type { Condition } from '../verdict.ts';
import { unless } from './conditions.ts';

const otherSide = refusesProgram('names a program to run on the other side; leave it out');
const otherSides = { '--exec': otherSide, '--receive-pack': otherSide };
const overwrites = destroysRemote('overwrites what is on the remote');

/** Options with which a push takes something away on the other side. */
const grave: Readonly<Record<string, Act>> = {
  '--delete': destroysRemote('deletes remote branches'),
  '--force': overwrites,
  '--force-with-lease': overwrites,
  '--mirror': destroysRemote('makes the remote an exact copy'),
  '--prune': destroysRemote('deletes remote branches'),
};

/** A leading + or : in a refspec overwrites or deletes just as --force and --delete do. */
const pushes =
  (title: string) =>
  (walked: Walked): Objection => {
    const [remote, ...refspecs] = walked.positionals;
    const helper = objectToHelper([...walked.positionals, String(walked.options.get('--repo') ?? '')]);
    const refspec = remote === undefined ? undefined : refspecs.find(word => /^[+:]./.test(word));
    const base = helper ?? objectTo(title, sends('sends commits to a remote; --dry-run shows which'));
    const options = walked.found.map(({ written, option: { name } }) => {
      const act = inForce(walked, name) ? grave[name] : undefined;
      return act && objectTo(written, act);
    });
    return worst([...options, refspec === undefined ? undefined : objectToRefspec(refspec), base]) ?? base;
  };

const objectToRefspec = (refspec: string): Objection =>
  objectTo(
    `'${refspec}'`,
    destroysRemote(refspec.startsWith('+') ? 'overwrites a remote branch' : 'deletes a remote branch'),
  );

const goesOn = sends('goes on into submodules; with --recurse-submodules=no it only reads');

/** By these a dry run asks the other side for more, or goes on into submodules, where hooks are. */
function condition(walked: Walked): Condition {
  const isSaid = walked.options.has('--recurse-submodules');
  return unless('push.negotiate', ...(isSaid ? [] : ['push.recursesubmodules', 'submodule.recurse']));
}

/** git-push(1): with `--dry-run` it asks the other side what is there and says what it would send. */
const push = leaf({
  options: options({
    flag: [
      '-4 --ipv4',
      '-6 --ipv6',
      '--branches --all',
      '--atomic',
      '-d --delete',
      '-n --dry-run',
      '--follow-tags',
      '-f --force',
      '--force-if-includes',
      '--mirror',
      '--no-verify',
      '--porcelain',
      '--progress',
      '--prune',
      '-q --quiet',
      '-u --set-upstream',
      '--tags',
      '--thin',
      '-v --verbose',
    ],
    optional: ['--force-with-lease', '--signed'],
    value: ['-o --push-option', '--repo', '--recurse-submodules'],
    acts: otherSides,
  }),
  forms: [
    {
      with: ['--dry-run'],
      without: ['--mirror', '--push-option', '--repo', '--signed'],
      takes: { ...words(), first: 'remote' },
    },
  ],
  otherwise: pushes('push'),
  check: walked => {
    const recurses = walked.options.get('--recurse-submodules') ?? false;
    return recurses === false || recurses === 'no' ? undefined : objectTo('--recurse-submodules', goesOn);
  },
  condition,
  dependsOn: ['remote', 'refs', 'config'],
  network: true,
  harden: ['--no-verify', '--receive-pack=git-receive-pack'],
});

/** git-send-pack(1). */
const sendPack = writes(pushes('send-pack'), { flag: ['-f --force', '--mirror'], acts: otherSides });

export const pushing: Record<string, Node> = { push, 'send-pack': sendPack };
