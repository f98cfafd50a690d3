import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createEmitter, type Emitter } from '../shared/emitter.ts';
import { spellOutMisleading } from '../shared/invisible-characters.ts';
import { loadOnce } from '../shared/load-once.ts';
import { isWithin } from '../shared/paths.ts';
import { type Change, changeOf, LOCAL_FACETS } from './change.ts';
import type { Context } from './command/context.ts';
import type { ConflictTools } from './conflicts/conflicts.ts';
import type { Execute } from './execute.ts';
import type { FinishedRun } from './finished-run.ts';
import type { BeforeAsking } from './git/ask-git.ts';
import type { FindGhRun } from './git/gh-run.ts';
import type { ReadGuard } from './git/inspect/read-guard.ts';
import { lateRunner } from './git/late-runner.ts';
import { createLog } from './git/log.ts';
import { createGitReader, type GitReader } from './git/reader.ts';
import { createRedactor } from './git/redact.ts';
import { removeOldTemporary } from './git/temporary.ts';
import type { Rate } from './github/client.ts';
import type { GitHub } from './github/github.ts';
import { createGitHubHosts } from './github/hosts.ts';
import type { PanelPolling } from './github/poll/panel-polling.ts';
import type { FindGitHubProblem } from './github/readiness.ts';
import type { Host } from './host.ts';
import { createLivePanels, type LivePanels } from './panels/live.ts';
import type { Loaded } from './panels/load.ts';
import type { Panel } from './panels/panel.ts';
import type { Authorship } from './panels/panel-text.ts';
import { isAgents } from './panels/readers.ts';
import { removeReplacedSpills } from './panels/spills.ts';
import { createPanelStore } from './panels/store.ts';
import { hasJournal } from './repository/has-journal.ts';
import { realOr } from './repository/locate.ts';
import { createRepositories, type Repositories } from './repository/repositories.ts';
import { createStatusView, type StatusView } from './repository/status/status-view.ts';
import { createUnwatchedRepositories } from './repository/unwatched-repositories.ts';
import type { Hints } from './repository/watch/hints.ts';
import type { WatchFolder } from './repository/watch/watch-repository.ts';
import type { SandboxSide } from './sandbox/sandbox-side.ts';
import type { NamedChange } from './sandbox/sandboxes.ts';
import type { Tools } from './tools/registry.ts';
import { userStateFolder } from './user-state.ts';
import type { AskForRead } from './writes/ask-for-read.ts';
import type { EditFirst } from './writes/edits/edit-first.ts';
import type { ForeignChanges } from './writes/foreign-changes.ts';
import type { Gate } from './writes/gate.ts';
import type { ImpactOfGh } from './writes/impact/impact-of.ts';
import type { PlanOutcome, PlanRequest } from './writes/plans.ts';
import type { FindRestriction, RunListener } from './writes/restrictions.ts';
import type { WriteFiles } from './writes/write-files.ts';
import type { WriteSide } from './writes/write-side.ts';

/** All that a door needs. No door puts its own together, and none has a way round `execute`. */
export interface Core {
  readonly execute: Execute;
  /** Puts a sequence of commands before the person once and runs it in order. */
  readonly runPlan: (texts: readonly string[], request: PlanRequest) => Promise<PlanOutcome>;
  /** Undo, journal and allowances, loaded when one of them is first asked for. */
  readonly writes: () => Promise<WriteSide>;
  /** The files that git has in conflict, and their resolution; loaded when they are first asked for. */
  readonly conflicts: () => Promise<ConflictTools>;
  /** The sandboxes of agents, loaded when one is first asked for. */
  readonly sandbox: () => Promise<SandboxSide>;
  /** Emits every change of a sandbox that this process has open. */
  readonly sandboxChanges: Pick<Emitter<NamedChange>, 'listen'>;
  /** Where sandboxes are kept: there is none before it is there. */
  readonly sandboxFolder: string;
  /** The tools for models, loaded when a door first lists or calls one. */
  readonly tools: () => Promise<Tools>;
  /** Asks a listener before every command, undo and write of files, whatever door it comes by, until the returned function is called. */
  readonly listenRuns: (listener: RunListener) => () => void;
  /** The same question for a door that puts the write of another process before the person. */
  readonly findRestriction: FindRestriction;
  /** Emits every command, undo and write of files that ran. */
  readonly runs: Pick<Emitter<FinishedRun>, 'listen'>;
  readonly panels: LivePanels;
  readonly status: StatusView;
  readonly repositories: Repositories;
  readonly git: GitReader;
  /** Where a command would run and how far it may look; undefined when the repository is not open. Without one, of the first. */
  readonly contextOf: (root: string | undefined) => Context | undefined;
  readonly trusted: () => boolean;
  readonly redact: (text: string) => string;
  /** Text for labels and messages: redacted, and invisible or reordering characters are spelled out. */
  readonly forDisplay: (text: string) => string;
  readonly reportError: (where: string, error: unknown) => void;
  readonly reportErrorIn: (where: string) => (error: unknown) => void;
  /** Tokens, and all that asks GitHub with them; loaded with the first command. */
  readonly github: () => Promise<GitHub>;
  /** Emits what is known of GitHub's limits, as the panels are asked for. */
  readonly gitHubRates: Pick<Emitter<readonly Rate[]>, 'listen'>;
  /** Why gh could not answer for a repository, without asking GitHub. */
  readonly gitHubProblem: FindGitHubProblem;
  /** Emits when another token is in use or what is known of one has changed; silent until GitHub is loaded. */
  readonly gitHubTokens: Pick<Emitter<void>, 'listen'>;
  /** Emits what a write, an undo or somebody else changed. */
  readonly changes: Pick<Emitter<Change>, 'listen'>;
  /** Emits what a command, an undo or a write of ours changed, and nothing else. */
  readonly ownChanges: Pick<Emitter<Change>, 'listen'>;
  /** Emits the root of a repository whose journal has something that was changed without us. */
  readonly foreignNoted: Pick<Emitter<string>, 'listen'>;
  /** Finds the repositories of the folders that are open now; to be called again when the folders change. */
  readonly findRepositories: () => Promise<void>;
  /** Brings the repositories and panels of a trusted workspace in; nothing in one that is not. */
  readonly start: () => Promise<Loaded | undefined>;
  /** Removes what earlier processes left behind; to be called when there is time. */
  readonly tidy: () => Promise<void>;
  readonly settingsChanged: () => void;
  /** How many processes have been started. */
  readonly processes: () => number;
  readonly dispose: () => void;
}

/** Builds the core of one window, command line, server or test from what its host provides. */
export function createCore(host: Host): Core {
  const { workspace, storage, secrets, report, settings } = host;
  const { trusted, watchFolder } = workspace;
  /** By their real paths where they are watched, for that is how changes name them. */
  let folders = watchFolder === undefined ? workspace.folders() : [];
  const spillFolder = join(storage.folder, 'output');
  const git = () => settings.gitPath;
  let processes = 0;
  const started = () => {
    processes += 1;
  };

  // Text on its way out.
  const { environment } = secrets;
  let github: GitHub | undefined;
  const knownTokens = () => github?.tokens.secrets() ?? [];
  const newRedactor = () => createRedactor({ tokens: knownTokens(), environment, patterns });
  let patterns = settings.redactionPatterns;
  let redactor = newRedactor();
  const warnOfPatterns = () => {
    for (const { pattern, reason } of redactor.rejected)
      report.warn(`The redaction pattern ${pattern} is not used. ${reason} Correct it in the settings.`);
  };
  warnOfPatterns();
  const redact = (text: string) => redactor.redact(text);
  const forDisplay = (text: string) => spellOutMisleading(redact(text));
  const log = createLog({ write: report.log, folder: report.folder, redact });
  const reportError = (where: string, error: unknown) => void log.failure(where, error);
  const reportErrorIn = (where: string) => (error: unknown) => reportError(where, error);

  // Repositories.
  const hosts = createGitHubHosts(environment, () => settings.gitHubHosts);
  const repositories =
    watchFolder === undefined
      ? createUnwatchedRepositories(workspace.folders)
      : createRepositories({
          roots: () => folders,
          watchWorkTree: watchFolder,
          nested: () => ({ depth: settings.scanDepth, ignored: settings.scanIgnored }),
          ours: [storage.folder, ...(storage.others ?? [])],
          reportError: reportErrorIn('Watching'),
          clock: host.clock,
        });
  /** A folder inside a repository opens all of it. */
  const roots = () => [...folders, ...repositories.list().map(({ root }) => root)];
  const isOpen = (root: string) =>
    repositories.list().some(each => each.root === root) || (watchFolder === undefined && folders.includes(root));
  const contextOf = (root: string | undefined) => {
    const known = root ?? repositories.list()[0]?.root;
    return known !== undefined && isOpen(known)
      ? { roots: roots(), cwd: known, hosts: hosts.enterprises() }
      : undefined;
  };

  // Git and gh.
  const userFolder = storage.userFolder ?? userStateFolder(environment);
  const repositoryGuard = loadOnce(async () => {
    const { createRepositoryGuard, createTrustFiles } = await import('./git/inspect/repository-guard.ts');
    return createRepositoryGuard({
      git,
      environment,
      roots,
      trust: createTrustFiles(join(userFolder, 'trust')),
      async show({ name, programs }, repository, allow) {
        const shown = Object.values(programs).map(forDisplay);
        await host.ui.showNewFilter?.({ name: forDisplay(name), programs: shown, repository }, allow);
      },
      allowed() {
        for (const { root } of repositories.list()) changed(changeOf(root, LOCAL_FACETS));
      },
    });
  });
  const guard: ReadGuard = async (...look) => (await repositoryGuard()).guard(...look);
  const before: BeforeAsking = async (...look) => (await repositoryGuard()).before(...look);
  const reader = createGitReader({ git, environment, started, before, roots });
  const gitHubTokens = createEmitter(reportErrorIn('A listener to tokens'));
  const loadGitHub = loadOnce(async () => {
    const { createGitHub } = await import('./github/github.ts');
    const made = createGitHub({
      ...{ git: reader, hosts, environment, trusted, redact, roots, folders: () => folders, userFolder },
      accountsOfSettings: () => settings.gitHubAccounts,
      gh: () => settings.ghPath,
      ...{ stored: secrets.stored, session: secrets.session, standIn: host.github },
      watchDotenv: watchFolder && (heard => watchDotenv(watchFolder, folders, heard)),
      usesSession: () => settings.usesGitHubSession,
      usesGh: () => settings.usesTokenOfGh,
      storageFolder: storage.folder,
      learned() {
        redactor = newRedactor();
      },
      reportError: reportErrorIn('GitHub'),
    });
    made.tokens.listen(gitHubTokens.emit);
    github = made;
    return made;
  });
  const gitHubProblem: FindGitHubProblem = async root => (await loadGitHub()).findProblem(root);
  /** Read before the first command: whatever it prints or holds, a token in it is known for one. */
  const learnTokens = loadOnce(async () => (await loadGitHub()).learn());
  const tokensOfCommand = async () => {
    await learnTokens();
    return knownTokens();
  };
  const findGhRun: FindGhRun = async (...run) => (await loadGitHub()).findGhRun(...run);
  const impactOfGh: ImpactOfGh = async (...write) => (await loadGitHub()).impactOfGh(...write);
  const runner = lateRunner(async () => {
    const { createRunner } = await import('./git/runner.ts');
    await tokensOfCommand();
    return createRunner({
      spendApproval: async (...write) => {
        const { createImpactOf, createSpendApproval } = await import('./writes/write-side.ts');
        const impactOf = createImpactOf({ git: reader, impactOfGh, timeoutMs: () => settings.impactTimeoutMs });
        return createSpendApproval({ git: reader, impactOf })(...write);
      },
      guard,
      roots,
      gh: findGhRun,
      tokens: knownTokens,
      hosts: hosts.enterprises,
      redactor: () => redactor,
      log: {
        ...log,
        command(...run) {
          started();
          return log.command(...run);
        },
      },
      programs: () => ({ git: git(), gh: settings.ghPath }),
      timeouts: () => ({ git: settings.gitTimeout, gh: settings.ghTimeout, transfer: settings.transferTimeout }),
      readsAtOnce: settings.readsAtOnce,
      capBytes: settings.outputBytes,
      keepsBytes: settings.keepsBytes,
      spillFolder,
      environment,
    });
  });

  // Reads.
  const panels = createLivePanels({
    runner,
    store: createPanelStore({ folder: join(storage.folder, 'panels'), contextOf, redact, now: Date.now }),
    host: { now: Date.now, uuid: randomUUID, reportError: reportErrorIn('A listener to panels') },
    reportError: reportErrorIn('Panels'),
  });
  const status = createStatusView({
    git: reader,
    repositories: repositories.list,
    problem: repositories.problem,
    trusted,
    load: storage.loadStatusSettings,
    save: storage.saveStatusSettings,
    redact,
    contextFor: root => ({ roots: roots(), cwd: root, hosts: hosts.enterprises() }),
    read: (command, repository) => runner.read(command, { repository, origin: 'view' }),
    reportError: reportErrorIn('The status view'),
    untrackedCap: () => settings.untrackedLimit,
    checkMs: () => settings.statusCheckMs,
    clock: host.clock,
  });

  // Changes, by us and by others.
  const changes = createEmitter<Change>(reportErrorIn('A listener to changes'));
  const changed = (change: Change, hints?: Hints) => {
    github?.changed(change);
    panels.touched(change);
    if (change.p6) status.touched(change.repository, change.touched, hints);
    changes.emit(change);
  };
  const ownChanges = createEmitter<Change>(reportErrorIn('A listener to changes'));
  const changedByUs = (change: Change) => {
    changed(change);
    ownChanges.emit(change);
  };

  // Panels of GitHub: nothing of it is loaded before somebody looks at one or reads it.
  const gitHubRates = createEmitter<readonly Rate[]>(reportErrorIn('A listener to rates'));
  let polling: PanelPolling | undefined;
  const loadPolling = loadOnce(async () => {
    const made = await (await loadGitHub()).poll(panels);
    made.ratesChanged.listen(() => gitHubRates.emit(made.rates()));
    polling = made;
  });
  // Nothing is closed by the clock before an agent has read something.
  let stopExpiry: (() => void) | undefined;
  const loadExpiry = loadOnce(async () => {
    const { closeExpired } = await import('./panels/close-expired.ts');
    stopExpiry = closeExpired({
      panels: panels.panels,
      close: panels.close,
      keep: () => settings.agentPanels,
      now: Date.now,
      reportError: reportErrorIn('Closing panels of agents'),
    });
  });
  const stops = [
    panels.panels.listen(({ panel: { command, live, read } }) => {
      if (command.program === 'gh' && (live.visible || read !== undefined))
        loadPolling().catch(reportErrorIn('Polling GitHub'));
    }),
    ownChanges.listen(({ touched }) => void (touched.has('github') && polling?.changedByUs())),
    panels.panels.listen(({ panel }) => {
      if (isAgents(panel)) loadExpiry().catch(reportErrorIn('Closing panels of agents'));
    }),
    () => stopExpiry?.(),
    removeReplacedSpills(panels.panels, reportErrorIn('Removing saved output')),
    repositories.listenSet(() => {
      status.repositoriesChanged();
      knowForeign();
    }),
    repositories.listenTouched(({ root, facets, hints }) => {
      changed(changeOf(root, [...facets]), hints);
      if (facets.has('refs')) noteForeign(root);
    }),
  ];

  // Others who hear of a run, and may object to it.
  const listeners = new Set<RunListener>();
  const listenRuns: Core['listenRuns'] = listener => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const loadPolicy = loadOnce(async () => {
    const { createPolicy } = await import('./writes/policy/policy.ts');
    return createPolicy({ git: reader, environment, settings: settings.policy });
  });
  const findRestriction: FindRestriction = async (run, when) => {
    const [{ findRestriction: find }, askPolicy] = await Promise.all([
      import('./writes/find-restriction.ts'),
      loadPolicy(),
    ]);
    return find({ askPolicy, listeners: [...listeners], redact, reportError }, run, when);
  };
  const runs = createEmitter<FinishedRun>(reportErrorIn('A listener to runs'));
  const tellRun = (run: FinishedRun | undefined) => void (run && runs.emit({ ...run, command: redact(run.command) }));

  // Writes.
  const readerAndWriter = loadOnce(async () => {
    const { createGitWriter } = await import('./git/writer.ts');
    return { ...reader, ...createGitWriter({ git, environment, started, before, roots }) };
  });
  const writes = loadOnce(async (): Promise<WriteSide> => {
    const tools = { git: reader, redact, forDisplay, reportError: reportErrorIn('The gate') };
    const [{ createWriteSide }, writer, ui] = await Promise.all([
      import('./writes/write-side.ts'),
      readerAndWriter(),
      host.ui.gate(tools),
    ]);
    const side = createWriteSide({
      git: writer,
      runner,
      ui,
      editText: host.ui.editText,
      contextOf,
      trusted,
      findRestriction,
      tokens: tokensOfCommand,
      folders: roots,
      redact,
      environment,
      changed: root => changedByUs(changeOf(root, LOCAL_FACETS)),
      tell: message => report.warn(forDisplay(message)),
      log: log.note,
      userFolder,
      impactTimeoutMs: () => settings.impactTimeoutMs,
      impactOfGh,
      keepDays: settings.journalDays,
      keepEntries: settings.journalEntries,
      keepBytes: settings.journalBytes,
      snapshotBytes: settings.snapshotBytes,
    });
    return {
      ...side,
      async undo(request) {
        const outcome = await side.undo(request);
        const { finishedUndo } = await import('./finished-run.ts');
        tellRun(finishedUndo(outcome, request));
        return outcome;
      },
      async writeFiles(request, plan) {
        const outcome = await side.writeFiles(request, plan);
        const { finishedWrite } = await import('./finished-run.ts');
        tellRun(finishedWrite(outcome, request));
        return outcome;
      },
    };
  });
  const foreign = loadOnce(async () => {
    const { createForeignChanges } = await import('./writes/foreign-changes.ts');
    return createForeignChanges({ git: reader, runner, writes, redact, noted: foreignNoted.emit });
  });
  const foreignNoted = createEmitter<string>(reportErrorIn('A listener to the journal'));
  const notesForeign = () => trusted() && watchFolder !== undefined && settings.notesForeign;
  const withForeign = (use: (changes: ForeignChanges) => Promise<void>) => {
    if (notesForeign()) foreign().then(use).catch(reportErrorIn('Noting what others changed'));
  };
  const noteForeign = (root: string) => withForeign(({ touched }) => touched(root));
  /** What is there when a repository is opened, from which later moves are told. */
  const knowForeign = () => {
    for (const { root } of repositories.list()) withForeign(({ know }) => know(root));
  };
  const writeFiles: WriteFiles = async (...request) => (await writes()).writeFiles(...request);
  const conflicts = loadOnce(async () => {
    const { createConflicts } = await import('./conflicts/conflicts.ts');
    return createConflicts({ git: reader, writeFiles, redact });
  });
  const gate: Gate = async (...request) => {
    const { gate: decide, journal } = await writes();
    const result = await decide(...request);
    // Nobody waits for it.
    void journal.tidyGrown().catch(reportErrorIn('Tidying up'));
    return result;
  };
  const editFirst: EditFirst = async (...request) => (await writes()).editFirst(...request);
  const askForRead: AskForRead = async (...request) => (await writes()).askForRead(...request);
  const loadExecute = loadOnce(async () => {
    const { createExecute } = await import('./execute.ts');
    return createExecute({
      ...{ panels, heldBack: runner.heldBack, tokens: tokensOfCommand, findGhRun, findRestriction, askForRead },
      ...{ gate, editFirst, contextOf, trusted },
      changed: changedByUs,
    });
  });
  const execute: Execute = async (...command) => {
    const [, , request] = command;
    const execution = await (await loadExecute())(...command);
    // The caller has its answer before listeners have theirs.
    import('./finished-run.ts')
      .then(({ finishedCommand }) => finishedCommand(execution, request))
      .then(tellRun)
      .catch(reportErrorIn('A listener to runs'));
    return execution;
  };
  const runPlan: Core['runPlan'] = async (texts, request) => {
    const [{ runPlan: run }, { stepResultOf }] = await Promise.all([writes(), import('./execute.ts')]);
    return run(texts, request, async ({ program }, text, step) => stepResultOf(await execute(program, text, step)));
  };

  const findRepositories = async () => {
    if (!trusted()) return;
    if (watchFolder) folders = await Promise.all(workspace.folders().map(realOr));
    const { known } = await repositoryGuard();
    const trust = (folder: string) => known.trust(folder).catch(reportErrorIn('Remembering what was trusted'));
    const seenFirst: string[] = [];
    for (const folder of folders) if (await trust(folder)) seenFirst.push(folder);
    await repositories.refresh();
    // Who trusts a folder trusts the repositories that are in it then.
    for (const { root } of repositories.list()) if (seenFirst.some(folder => isWithin(folder, root))) await trust(root);
    status.repositoriesChanged();
  };

  const authorshipOf = async ({ command, repository }: Panel, signal: AbortSignal): Promise<Authorship | undefined> => {
    if (command.program === 'git' || !command.verdict.dependsOn.includes('github')) return undefined;
    const found = await (await loadGitHub()).findAuthorship(command, repository, signal);
    return { ...(found ?? { repository: undefined, by: 'unknown' }), hides: settings.hidesOutsiders };
  };

  let sandboxes: SandboxSide | undefined;
  const sandboxChanges = createEmitter<NamedChange>(reportErrorIn('A listener to sandboxes'));
  const sandbox = loadOnce(async () => {
    const [{ createSandboxSide }, writer] = await Promise.all([import('./sandbox/sandbox-side.ts'), readerAndWriter()]);
    sandboxes = createSandboxSide({
      ...{ git: writer, roots, own: async () => (await writes()).own, github: loadGitHub },
      writeFiles,
      folder: join(userFolder, 'sandboxes'),
      worktreeFolder: join(userFolder, 'worktrees'),
      changed: sandboxChanges.emit,
      settings: {
        bytes: () => settings.sandboxBytes,
        branchTemplate: () => settings.sandboxBranch,
        pullPaths: () => settings.sandboxPulls,
        asksBeforePull: () => settings.asksBeforePull,
        updatesCheckedOut: () => settings.updatesCheckedOut,
      },
      now: Date.now,
      reportError: reportErrorIn('A sandbox'),
    });
    return sandboxes;
  });

  const tools = loadOnce(async () => {
    const [{ createCallRecords, createTools, TOOLS }, { shownRuns }] = await Promise.all([
      import('./tools/tools.ts'),
      import('./shown-runs.ts'),
    ]);
    return createTools({
      core: {
        ...core,
        ...shownRuns(core, host.ui.during),
        authorshipOf,
        hidesOutsiders: () => settings.hidesOutsiders,
      },
      tools: TOOLS,
      toolsets: () => settings.toolsets,
      records: createCallRecords({ folder: join(userFolder, 'calls'), redact, now: Date.now }),
      environment,
      clock: host.clock,
    });
  });

  const core: Core = {
    execute,
    runPlan,
    writes,
    conflicts,
    sandbox,
    sandboxChanges,
    sandboxFolder: join(userFolder, 'sandboxes'),
    tools,
    listenRuns,
    findRestriction,
    runs,
    panels,
    status,
    repositories,
    git: reader,
    contextOf,
    trusted,
    redact,
    forDisplay,
    reportError,
    reportErrorIn,
    github: loadGitHub,
    gitHubRates,
    gitHubProblem,
    gitHubTokens,
    changes,
    ownChanges,
    foreignNoted,
    findRepositories,
    async start() {
      if (!trusted()) return undefined;
      await findRepositories();
      return panels.restore();
    },
    async tidy() {
      if (!trusted()) return;
      const { removeOldSpills } = await import('./panels/old-spills.ts');
      await removeOldSpills(spillFolder, Date.now());
      await removeOldTemporary(Date.now());
      for (const repository of repositories.list())
        if (await hasJournal(repository)) await (await writes()).journal.tidy(repository);
    },
    settingsChanged() {
      const before = patterns;
      patterns = settings.redactionPatterns;
      if (patterns.join('\0') !== before.join('\0')) {
        redactor = newRedactor();
        warnOfPatterns();
      }
      if (trusted()) void repositories.refresh().catch(reportErrorIn('Looking for repositories'));
      void status.refresh();
    },
    processes: () => processes,
    dispose() {
      for (const stop of stops) stop();
      void sandboxes?.close().catch(reportErrorIn('Closing sandboxes'));
      status.dispose();
      panels.dispose();
      repositories.dispose();
      polling?.dispose().catch(reportErrorIn('Polling GitHub'));
      github?.dispose();
    },
  };
  return core;
}

/** Tells when a .env file right in one of these folders may have changed. */
function watchDotenv(watchFolder: WatchFolder, folders: readonly string[], heard: () => void): () => void {
  const stops = folders.map(folder =>
    watchFolder(folder, paths => {
      if (paths.length === 0 || paths.includes(join(folder, '.env'))) heard();
    }),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
