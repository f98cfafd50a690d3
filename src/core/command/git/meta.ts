import { opens, savesFile } from '../acts.ts';
import { leaf, type Node, none, options, words } from '../table.ts';

/** git-version(1), git-var(1). */
const version = leaf({
  options: options({ flag: ['--build-options'] }),
  forms: [{ takes: none }],
  dependsOn: ['nothing'],
});
const variable = leaf({
  dialect: 'revisions',
  options: options({ flag: ['-l'] }),
  forms: [{ with: ['-l'], takes: none }, { takes: words(1, 1) }],
  dependsOn: ['config'],
});

/** git-help(1): lists are printed, a page opens in man, info or a browser. */
const help = leaf({
  options: options({
    flag: [
      '-a --all',
      '-c --config',
      '-g --guides',
      '-v --verbose',
      '--aliases',
      '--developer-interfaces',
      '--external-commands',
      '--user-interfaces',
    ],
    acts: {
      '-i --info': opens('opens the info page'),
      '-m --man': opens('opens the manual page'),
      '-w --web': opens('opens a browser'),
    },
  }),
  forms: [{ takes: none }],
  otherwise: opens('opens a manual page; use <command> -h for a summary'),
  dependsOn: ['nothing'],
});

export const meta: Record<string, Node> = {
  version,
  var: variable,
  help,
  bugreport: savesFile('writes a report'),
  diagnose: savesFile('writes an archive of the repository'),
};
