/** Completion and its texts, loaded when somebody types a command: `import()` of this. */
export { complete, folderOf, NO_NAMES, placesFor } from './complete.ts';
export { hintFor } from './hint.ts';
