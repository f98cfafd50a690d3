import { mcp } from './mcp.ts';

void mcp(process.argv.slice(2)).then(code => process.exit(code));
