import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
  type Server,
} from '@modelcontextprotocol/server';
import { changeOf } from '../core/change.ts';
import type { Core } from '../core/core.ts';
import { touchedPanels } from '../core/panels/invalidate.ts';
import type { Panel } from '../core/panels/panel.ts';
import type { Calls } from './calls.ts';
import { callText } from './results.ts';
import { TEXT } from './text.ts';

const STATUS = 'sluice://status';
const PANELS = 'sluice://panels';
const PANEL = 'sluice://panel/';

/** The status view and the panels as resources: the same text that the tools answer with. */
export interface Resources {
  list(): readonly Resource[];
  readonly templates: readonly ResourceTemplateType[];
  read(uri: string, signal: AbortSignal): Promise<ReadResourceResult>;
  /** Looks every few seconds at what nobody tells of, edits in a work tree, while a client listens. */
  watch(wanted: boolean): void;
  /** Tells a client what comes, goes and changes, until the returned function is called. */
  notify(
    server: Pick<Server, 'sendResourceListChanged' | 'sendResourceUpdated'>,
    wants: (uri: string) => boolean,
  ): () => void;
}

export interface ResourcesOptions {
  readonly core: Pick<Core, 'panels' | 'changes' | 'forDisplay' | 'repositories' | 'status'>;
  readonly calls: Pick<Calls, 'read'>;
  readonly reportError: (error: unknown) => void;
}

const PLAIN = 'text/plain';

export function createResources({ core, calls, reportError }: ResourcesOptions): Resources {
  const { panels } = core.panels;
  const resourceOf = ({ id, command }: Panel): Resource => ({
    uri: `${PANEL}${id}`,
    name: id,
    title: core.forDisplay(command.canonical),
    mimeType: PLAIN,
  });
  /** The tool that answers for a resource. */
  const sourceOf = (uri: string): readonly [name: string, input: object] | undefined => {
    if (uri === STATUS) return ['git_status_view', {}];
    if (uri === PANELS) return ['panel_list', {}];
    const panel = uri.startsWith(PANEL) ? panels.find(uri.slice(PANEL.length)) : undefined;
    return panel && ['panel_read', { id: panel.id }];
  };

  return {
    list: () => [
      { uri: STATUS, name: 'status', ...TEXT.resources.status, mimeType: PLAIN },
      { uri: PANELS, name: 'panels', ...TEXT.resources.panels, mimeType: PLAIN },
      ...panels.list().map(resourceOf),
    ],
    templates: [{ uriTemplate: `${PANEL}{id}`, name: 'panel', ...TEXT.resources.panel, mimeType: PLAIN }],
    async read(uri, signal) {
      const source = sourceOf(uri);
      if (source === undefined) throw new ResourceNotFoundError(uri, TEXT.noResource(uri));
      const result = await calls.read(...source, signal);
      return { contents: [{ uri, mimeType: PLAIN, text: callText(result) }] };
    },
    watch: core.status.setVisible,
    notify(server, wants) {
      const updated = (uri: string) => {
        if (wants(uri)) server.sendResourceUpdated({ uri }).catch(reportError);
      };
      /** What each panel last showed: a read of a client alone is no change, or it would read for ever. */
      const shown = new Map(panels.list().map(({ uid, result }) => [uid, result]));
      let status = core.status.state();
      const stops = [
        core.status.listen(() => {
          const before = status;
          status = core.status.state();
          if (status === before || before.kind === 'loading') return;
          updated(STATUS);
          const edited = core.repositories.list().map(({ root }) => changeOf(root, ['worktree']));
          const touched = edited.flatMap(change => touchedPanels(panels.list(), change));
          for (const { id } of touched) updated(`${PANEL}${id}`);
        }),
        panels.listen(({ type, panel: { id, uid, result } }) => {
          if (type !== 'updated') {
            server.sendResourceListChanged().catch(reportError);
            updated(PANELS);
          }
          const before = shown.get(uid);
          if (type === 'closed') shown.delete(uid);
          else shown.set(uid, result);
          if (type === 'updated' && before !== undefined && before !== result) updated(`${PANEL}${id}`);
        }),
        core.changes.listen(change => {
          if (change.p6) updated(STATUS);
          for (const { id } of touchedPanels(panels.list(), change)) updated(`${PANEL}${id}`);
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
