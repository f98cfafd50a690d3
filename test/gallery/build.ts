import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';

export type PageName = 'result' | 'status';

export interface BuiltPage {
  readonly js: Uint8Array;
  readonly css: Uint8Array;
  readonly font: Uint8Array;
}

/** A page bundled as it is shipped, from the sources as they are now; the working directory is the project. */
export async function buildPage(name: PageName): Promise<BuiltPage> {
  const { outputFiles } = await build({
    entryPoints: { [name]: `webview/${name}/main.ts` },
    bundle: true,
    write: false,
    outdir: 'dist/webview',
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    minify: true,
    logLevel: 'warning',
  });
  const file = (ending: string) => {
    const found = outputFiles.find(({ path }) => path.endsWith(ending));
    if (found === undefined) throw new Error(`The ${name} page was built without its ${ending}.`);
    return found.contents;
  };
  return {
    js: file(`${name}.js`),
    css: file(`${name}.css`),
    font: await readFile('node_modules/@vscode/codicons/dist/codicon.ttf'),
  };
}
