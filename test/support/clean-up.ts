import { afterAll } from 'vitest';
import { removeTemporaryFolders } from '../core/git/support.ts';

// For each test file anew, also where the files share their modules.
afterAll(removeTemporaryFolders);
