import { type Disposable, type TextDocument, type Uri, workspace } from 'vscode';
import { loadOnce } from '../../shared/load-once.ts';
import { PLAN_LANGUAGE } from './language-id.ts';
import type { PlanDocuments, PlanDocumentsOptions } from './plan-documents.ts';

export type PlanEditor = Pick<PlanDocuments, 'open' | 'run'> & Disposable;

/** Documents with several commands; what they need is loaded with the first of them. */
export function createPlanEditor(options: PlanDocumentsOptions): PlanEditor {
  const parts: Disposable[] = [];
  const load = loadOnce(async () => {
    const { createPlanDocuments } = await import('./plan-documents.ts');
    const documents = createPlanDocuments(options);
    parts.push(documents);
    return documents;
  });
  const seen = ({ languageId }: TextDocument) => {
    if (languageId === PLAN_LANGUAGE) void load();
  };
  parts.push(workspace.onDidOpenTextDocument(seen));
  for (const document of workspace.textDocuments) seen(document);
  return {
    open: async () => (await load()).open(),
    run: async (uri?: Uri) => (await load()).run(uri),
    dispose() {
      for (const part of parts) part.dispose();
    },
  };
}
