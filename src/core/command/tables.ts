/** The tables and what reads them, a third of the code: whoever starts without a command loads them by `import()` of this. */
export { withObjection } from './classify.ts';
export { classifyText } from './classify-text.ts';
export { plainFormOf } from './edited-form.ts';
