import { loadOnce } from '../../../shared/load-once.ts';
import type { StatusScanner, StatusScannerOptions } from './scan.ts';

/** A scanner whose code is loaded with the first scan: a window that never shows a status does without. */
export function lateScanner(options: StatusScannerOptions): StatusScanner {
  let disposed = false;
  const load = loadOnce(async () => {
    const { createStatusScanner } = await import('./scan.ts');
    const scanner = createStatusScanner(options);
    if (disposed) scanner.dispose();
    return scanner;
  });
  let loaded: StatusScanner | undefined;
  return {
    async scan(request) {
      loaded = await load();
      return loaded.scan(request);
    },
    check: async () => loaded?.check() ?? true,
    dispose() {
      disposed = true;
      loaded?.dispose();
    },
  };
}
