import { randomBytes } from 'node:crypto';
import { Uri, type Webview } from 'vscode';

/** The folder of the pages' scripts and styles: all that a page may load. */
export const pageRoot = (extension: Uri): Uri => Uri.joinPath(extension, 'dist', 'webview');

/** The shell of a page: one script by nonce, one stylesheet and its font, nothing else from anywhere. */
export function pageHtml(webview: Webview, extension: Uri, name: 'result' | 'status', title: string): string {
  const nonce = randomBytes(16).toString('base64url');
  const address = (file: string) => webview.asWebviewUri(Uri.joinPath(pageRoot(extension), file)).toString();
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
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
<link rel="stylesheet" href="${address(`${name}.css`)}">
<title>${title}</title>
</head>
<body>
<div id="app"></div>
<script nonce="${nonce}" src="${address(`${name}.js`)}"></script>
</body>
</html>
`;
}
