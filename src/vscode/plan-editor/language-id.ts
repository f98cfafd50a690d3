/** The editor's name for a document with one command a line. */
export const PLAN_LANGUAGE = 'sluice-commands';
