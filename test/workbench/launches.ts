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
}

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
    name: 'restricted',
    mode: 'ui',
    fixture: fixtures.clean,
    trust: false,
    // The editor's own git would start git too.
    settings: { 'git.enabled': false },
    phases: [['restricted']],
  },
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
  { name: 'packaged', mode: 'ui', fixture: fixtures.sample, packaged: true, phases: [['package-contents', 'smoke']] },
];
