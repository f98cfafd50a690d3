import { type Disposable, languages, type TextDocument, type Uri, window, workspace } from 'vscode';
import type { Core } from '../../core/core.ts';
import { ACTION_TEXT } from '../action-text.ts';
import type { CurrentRepository } from '../current-repository.ts';
import type { JournalActions } from '../journal/journal-actions.ts';
import { plainMessage } from '../plain-text.ts';
import type { Running } from '../running.ts';
import { PLAN_LANGUAGE } from './language-id.ts';
import { judgeDocument, openPlan, planDiagnostics, runDocument, runLens, verdictHints } from './plan-editor.ts';
import { planLines } from './plan-lines.ts';

export interface PlanDocumentsOptions {
  readonly core: Core;
  readonly running: Running;
  readonly journal: Pick<JournalActions, 'undo'>;
  readonly repository: CurrentRepository;
}

export interface PlanDocuments extends Disposable {
  /** Opens a new document. */
  open(): Promise<void>;
  /** Runs the commands of a document, the one in front without an address. */
  run(uri?: Uri): Promise<void>;
}

/** Documents with several commands. */
export function createPlanDocuments({ core, running, journal, repository }: PlanDocumentsOptions): PlanDocuments {
  const problems = languages.createDiagnosticCollection('sluice');
  /** Which repository a document was opened for. */
  const roots = new Map<string, string>();
  const rootOf = async ({ uri }: TextDocument) => roots.get(uri.toString()) ?? (await repository());

  const check = async (document: TextDocument): Promise<void> => {
    if (document.languageId !== PLAN_LANGUAGE) return;
    const version = document.version;
    const root = await rootOf(document);
    const lines = root === undefined ? [] : await judgeDocument(document, core, root);
    if (!document.isClosed && document.version === version)
      problems.set(document.uri, planDiagnostics(document, lines));
  };
  const checkNow = (document: TextDocument) => void check(document).catch(core.reportErrorIn('Checking commands'));
  const parts: Disposable[] = [
    problems,
    workspace.onDidOpenTextDocument(checkNow),
    workspace.onDidChangeTextDocument(({ document }) => checkNow(document)),
    workspace.onDidCloseTextDocument(({ uri }) => {
      problems.delete(uri);
      roots.delete(uri.toString());
    }),
    languages.registerCodeLensProvider(PLAN_LANGUAGE, {
      async provideCodeLenses(document) {
        const root = await rootOf(document);
        return root === undefined ? [] : [runLens(document, planLines(document.getText()), root)];
      },
    }),
    languages.registerInlayHintsProvider(PLAN_LANGUAGE, {
      async provideInlayHints(document) {
        const root = await rootOf(document);
        return root === undefined ? [] : verdictHints(document, await judgeDocument(document, core, root));
      },
    }),
  ];

  for (const document of workspace.textDocuments) checkNow(document);

  const withRepository = async (act: (root: string) => Promise<void>): Promise<void> => {
    const root = await repository();
    if (root !== undefined) return act(root);
    void window.showErrorMessage(plainMessage(ACTION_TEXT.runCommand.noRepository));
  };

  return {
    open: () =>
      withRepository(async root => {
        const { uri } = await openPlan(root, PLAN_LANGUAGE);
        roots.set(uri.toString(), root);
      }),
    run: uri =>
      withRepository(async current => {
        const wanted = uri?.toString() ?? window.activeTextEditor?.document.uri.toString();
        const document = workspace.textDocuments.find(each => each.uri.toString() === wanted);
        if (document?.languageId !== PLAN_LANGUAGE) return;
        await runDocument(document, roots.get(document.uri.toString()) ?? current, { core, running, journal });
      }),
    dispose() {
      for (const part of parts) part.dispose();
    },
  };
}
