import type { Disposable } from 'vscode';
import type { Core } from '../../core/core.ts';
import { loadOnce } from '../../shared/load-once.ts';
import { onSetting, setting } from '../settings.ts';
import type { TokenItem } from './token-item.ts';

type Needs = Pick<Core, 'github' | 'gitHubTokens' | 'reportErrorIn'>;

/** Shows the state of the GitHub tokens in the status bar: when one needs attention, or always if a setting says so. */
export function createTokenStatus({ github, gitHubTokens, reportErrorIn }: Needs): Disposable {
  // A window that shows nothing of GitHub loads nothing of it.
  let item: TokenItem | undefined;
  const load = loadOnce(async () => {
    const { createTokenItem } = await import('./token-item.ts');
    item = createTokenItem(github);
    return item;
  });
  const update = () => {
    load()
      .then(each => each.update())
      .catch(reportErrorIn('The state of the GitHub tokens'));
  };
  if (setting('github.statusBar') === 'always') update();
  const stop = gitHubTokens.listen(update);
  const settings = onSetting(['github.statusBar'], update);
  return {
    dispose() {
      stop();
      settings.dispose();
      item?.dispose();
    },
  };
}
