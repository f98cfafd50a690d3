import type { FromStatusPage, StatusMessage } from '../../src/protocol/to-status-page.ts';
import { h } from '../ui/dom.ts';
import { iconButton, setIconButton } from '../ui/toolkit.ts';
import { TEXT } from './text.ts';
import type { ViewState } from './view-state.ts';
import '../ui/toolbar.css';

export interface Toolbar {
  readonly element: HTMLElement;
  show(status: StatusMessage, viewState: ViewState): void;
}

/** The buttons that choose how the view shows its files; other actions are in the editor's title bar above it. */
export function createToolbar(options: {
  readonly post: (message: FromStatusPage) => void;
  readonly onFilter: () => void;
  readonly onGroup: () => void;
}): Toolbar {
  const { post } = options;
  let shown: StatusMessage | null = null;
  const toggle = (setting: 'showDiffs' | 'showLogs') => () => {
    if (shown !== null) post({ type: 'toggle', setting, on: !shown[setting] });
  };
  const diffs = iconButton({ icon: 'diff', label: TEXT.showDiffs, pressed: false, onClick: toggle('showDiffs') });
  const log = iconButton({ icon: 'history', label: TEXT.showLog, pressed: false, onClick: toggle('showLogs') });
  const group = iconButton({ icon: 'list-tree', label: TEXT.groupByFolder, pressed: false, onClick: options.onGroup });
  const filter = iconButton({ icon: 'filter', label: TEXT.filterFiles, pressed: false, onClick: options.onFilter });
  // The editor gives a view in Source Control an eighth of the height, and lets no extension ask for more.
  const room = iconButton({ icon: 'screen-full', label: TEXT.moreRoom, onClick: () => post({ type: 'more-room' }) });
  room.classList.add('more-room');
  const buttons = [filter, group, diffs, log, room];
  const element = h('div', { class: 'toolbar', role: 'toolbar', 'aria-label': TEXT.statusView }, ...buttons);
  return {
    element,
    show(status, viewState) {
      shown = status;
      setIconButton(diffs, { pressed: status.showDiffs });
      setIconButton(log, { pressed: status.showLogs });
      setIconButton(group, { pressed: viewState.grouped });
      setIconButton(filter, { pressed: viewState.filter !== '' });
    },
  };
}
