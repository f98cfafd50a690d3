import { type Fixture, fixtures } from './support/fixtures.ts';

/** One start of the editor. */
export interface Launch {
  readonly name: string;
  /** `host`: as the editor runs an extension's own tests. `ui`: as a person has it, with real dialogs. */
  readonly mode: 'host' | 'ui';
  readonly fixture: Fixture;
  /** The suites to run each time the page is loaded. */
  readonly phases: readonly (readonly string[])[];
  /** False leaves Workspace Trust on. */
  readonly trust?: false;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The keyboard a person has, where it is not that of this machine. */
  readonly keys?: 'mac' | 'windows';
  /** Sluice comes out of dist/sluice.vsix. */
  readonly packaged?: true;
  /** Folders of other extensions that are installed too. */
  readonly with?: readonly string[];
  /** Waits for minutes of a real clock: it runs when it is named. */
  readonly long?: true;
  /** The size of the window, where pictures of it are looked at. */
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** All that keeps the editor from asking before an agent's call: its approval of everything, and chats that bypass approvals. */
const approvingAgents = {
  'chat.disableAIFeatures': false,
  'chat.tools.global.autoApprove': true,
  'chat.permissions.default': 'autoApprove',
};

/** The longest first: two run at once. */
export const launches: readonly Launch[] = [
  {
    name: 'panels',
    mode: 'ui',
    fixture: fixtures.sample,
    phases: [['smoke', 'panel-page', 'panel-commands', 'hidden'], ['restored']],
  },
  {
    name: 'empty-states',
    mode: 'ui',
    fixture: fixtures.emptyStates,
    phases: [['no-folder'], ['no-repository'], ['bare'], ['clean'], ['linked-worktree']],
  },
  {
    name: 'asking',
    mode: 'ui',
    fixture: fixtures.sample,
    phases: [['status', 'gate', 'run-git', 'pickers', 'preview']],
  },
  {
    name: 'changing',
    mode: 'ui',
    fixture: fixtures.sample,
    phases: [['gate-waiting', 'allowances', 'plan', 'edit', 'journal']],
  },
  {
    name: 'window-link',
    mode: 'ui',
    fixture: fixtures.sample,
    phases: [['window-link', 'protect-agents'], ['window-link-closed']],
  },
  {
    name: 'sandbox',
    mode: 'ui',
    fixture: fixtures.sandbox,
    viewport: { width: 1280, height: 900 },
    phases: [['sandbox-files', 'sandbox-review'], ['sandbox-restored']],
  },
  { name: 'chat', mode: 'ui', fixture: fixtures.sample, settings: approvingAgents, phases: [['chat']] },
  {
    name: 'chat-calls',
    mode: 'ui',
    fixture: fixtures.sample,
    settings: { ...approvingAgents, 'chat.permissions.default': 'autopilot' },
    with: ['examples/no-push-on-fridays'],
    phases: [['chat-calls', 'extension-api', 'chat-mcp']],
  },
  {
    name: 'restricted',
    mode: 'ui',
    fixture: fixtures.clean,
    trust: false,
    // The editor's own git would start git too.
    settings: { 'git.enabled': false, 'chat.disableAIFeatures': false },
    phases: [['restricted']],
  },
  { name: 'github', mode: 'ui', fixture: fixtures.gitHub, phases: [['github']] },
  { name: 'github-live', mode: 'ui', fixture: fixtures.gitHubSignedIn, long: true, phases: [['github-live']] },
  { name: 'host', mode: 'host', fixture: fixtures.clean, phases: [['commands', 'keys', 'freshness']] },
  { name: 'no-git', mode: 'ui', fixture: fixtures.noGit, keys: 'mac', phases: [['no-git', 'keys']] },
  {
    name: 'several-roots',
    mode: 'ui',
    fixture: fixtures.severalRoots,
    keys: 'windows',
    phases: [['several-roots', 'keys']],
  },
  {
    name: 'first-run',
    mode: 'ui',
    fixture: fixtures.nested,
    settings: { 'sluice.walkthrough.openOnFirstRun': true },
    phases: [['first-run', 'nested', 'changes'], ['first-run-again']],
  },
  {
    name: 'first-five-minutes',
    mode: 'ui',
    fixture: fixtures.product,
    packaged: true,
    viewport: { width: 1280, height: 800 },
    settings: {
      'sluice.walkthrough.openOnFirstRun': true,
      'workbench.colorTheme': 'Default Dark Modern',
      'window.autoDetectColorScheme': false,
    },
    phases: [['first-five-minutes']],
  },
  { name: 'packaged', mode: 'ui', fixture: fixtures.sample, packaged: true, phases: [['package-contents', 'smoke']] },
];
