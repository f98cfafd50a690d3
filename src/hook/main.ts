import { hook } from './hook.ts';

// Set by the launcher of the editor for this process alone.
delete process.env.ELECTRON_RUN_AS_NODE;

void hook(process.argv.slice(2)).then(code => {
  process.exitCode = code;
});
