import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Uri, type Webview } from 'vscode';
import { inlineScript, inlineStyles } from './inline.ts';

/** The folder of the pages' scripts and styles, and of the font: all that a page may load. */
export const pageRoot = (extension: Uri): Uri => Uri.joinPath(extension, 'dist', 'webview');

/**
 * A page: one script and one stylesheet by nonce, a font, nothing else from anywhere. That of a panel has both in it: what a page
 * loads takes a way through a worker, the window and the host, and is in the way of the first picture. The status view is begun
 * by the editor without its page first, and has a small one so that the two do not meet.
 */
export function pageHtml(webview: Webview, extension: Uri, name: 'result' | 'status', title: string): string {
  const nonce = randomBytes(16).toString('base64url');
  const root = pageRoot(extension);
  const address = (file: string) => webview.asWebviewUri(Uri.joinPath(root, file)).toString();
  const read = (file: string) => readFileSync(Uri.joinPath(root, file).fsPath, 'utf8');
  const { styles, script } =
    name === 'result'
      ? {
          styles: `<style nonce="${nonce}">${inlineStyles(read('result.css'), webview.asWebviewUri(root).toString())}</style>`,
          script: `<script nonce="${nonce}">${inlineScript(read('result.js'))}</script>`,
        }
      : {
          styles: `<link nonce="${nonce}" rel="stylesheet" href="${address('status.css')}">`,
          script: `<script nonce="${nonce}" src="${address('status.js')}"></script>`,
        };
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    // Pictures are data that the host sends.
    ...(name === 'result' ? ['img-src data:'] : []),
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${styles}
<title>${title}</title>
</head>
<body>
<div id="app"></div>
${script}
</body>
</html>
`;
}
