// Draws every view and panel state in every theme to docs/gallery: open docs/gallery/index.html afterwards.
import { prepare } from './prepare.mjs';
import { runBundled } from './run-bundled.mjs';

prepare('chromium');
await runBundled('test/gallery/paint.ts');
