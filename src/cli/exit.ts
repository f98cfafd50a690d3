/** Exit codes a script can build on; docs/command-line.md lists them. */
export const EXIT = { 'read-only': 0, mutating: 10, refused: 11, error: 2, failed: 70, notRun: 126 } as const;
