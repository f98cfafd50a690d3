import { configureGlobal } from 'fast-check';
import { seed } from './seeded.ts';

export * from 'fast-check';
export { default } from 'fast-check';

configureGlobal({ seed });
