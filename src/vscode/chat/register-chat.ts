import { chat, type Disposable, type ExtensionContext, lm, Uri } from 'vscode';
import type { Core } from '../../core/core.ts';
import { createEmitter } from '../../shared/emitter.ts';
import { loadOnce } from '../../shared/load-once.ts';
import type { CurrentRepository } from '../current-repository.ts';
import { setting } from '../settings.ts';
import type { ChatToolOptions, FinishedCall } from './chat-tool.ts';

export interface ChatOptions {
  readonly context: ExtensionContext;
  readonly core: Core;
  readonly repository: CurrentRepository;
  /** Opens the tab of a panel. */
  readonly show: (id: string) => void;
}

const PARTICIPANT = 'sluice.chat';

/** Registers tools and participant under the names of package.json; what they do is loaded with the first call. */
export function registerChat({ context, core, repository, show }: ChatOptions): Disposable[] {
  const { extension, extensionUri } = context;
  const registered = toolNames(extension.packageJSON);
  const finished = createEmitter<FinishedCall>(core.reportErrorIn('A call of a tool'));
  const options: ChatToolOptions = {
    tools: core.tools,
    repository,
    confirms: () => setting('chat.confirmTools'),
    finished(call) {
      finished.emit(call);
      const { panel } = call.result.facts;
      if (typeof panel === 'string' && setting('chat.openPanels')) show(panel);
    },
  };
  const loadTool = (name: string) =>
    loadOnce(async () => (await import('./chat-tool.ts')).createChatTool(name, options));
  const loadParticipant = loadOnce(async () =>
    (await import('./participant.ts')).createParticipant({ core, registered, repository, finished }),
  );

  const participant = chat.createChatParticipant(PARTICIPANT, async (...request) =>
    (await loadParticipant()).respond(...request),
  );
  participant.iconPath = {
    light: Uri.joinPath(extensionUri, 'media', 'sluice-light.svg'),
    dark: Uri.joinPath(extensionUri, 'media', 'sluice-dark.svg'),
  };
  participant.followupProvider = {
    provideFollowups: async result => (await loadParticipant()).followups(result),
  };
  return [
    participant,
    ...registered.map(name => {
      const tool = loadTool(name);
      return lm.registerTool(name, {
        prepareInvocation: async (...call) => (await tool()).prepareInvocation(...call),
        invoke: async (...call) => (await tool()).invoke(...call),
      });
    }),
    offerServer(context, core),
  ];
}

/** Nobody waits for the server before the window has started. */
function offerServer({ extension }: ExtensionContext, { reportErrorIn }: Core): Disposable {
  const offered: Disposable[] = [];
  let disposed = false;
  const offer = async () => {
    const { provideMcpServers } = await import('./mcp-servers.ts');
    if (disposed) return;
    offered.push(
      ...provideMcpServers({ extension: extension.extensionPath, version: String(extension.packageJSON.version) }),
    );
  };
  offer().catch(reportErrorIn('Offering the MCP server'));
  return {
    dispose() {
      disposed = true;
      for (const each of offered) each.dispose();
    },
  };
}

interface Manifest {
  readonly contributes?: { readonly languageModelTools?: readonly { readonly name: string }[] };
}

const toolNames = ({ contributes }: Manifest): readonly string[] =>
  (contributes?.languageModelTools ?? []).map(({ name }) => name);
