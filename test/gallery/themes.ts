/** The colours that the editor's themes give the pages: Dark Modern, Light Modern and Dark High Contrast; null where a theme has no such colour. */
const COLOURS = {
  'badge-background': ['#616161', '#cccccc', '#000000'],
  'badge-foreground': ['#f8f8f8', '#3b3b3b', '#ffffff'],
  'button-background': ['#0078d4', '#005fb8', '#000000'],
  'button-border': ['rgba(255, 255, 255, 0.1)', 'rgba(0, 0, 0, 0.1)', '#6fc3df'],
  'button-foreground': ['#ffffff', '#ffffff', '#ffffff'],
  'button-hoverBackground': ['#026ec1', '#0258a8', '#000000'],
  'button-secondaryBackground': ['rgba(0, 0, 0, 0)', '#e5e5e5', null],
  'button-secondaryForeground': ['#cccccc', '#3b3b3b', '#ffffff'],
  'button-secondaryHoverBackground': ['#2b2b2b', '#cccccc', null],
  'charts-blue': ['#59a4f9', '#0063d3', '#59a4f9'],
  'charts-green': ['#89d185', '#388a34', '#89d185'],
  'charts-orange': ['rgba(234, 92, 0, 0.33)', 'rgba(234, 92, 0, 0.33)', null],
  'charts-purple': ['#b180d7', '#652d90', '#b180d7'],
  'charts-red': ['#f14c4c', '#e51400', '#f48771'],
  'charts-yellow': ['#cca700', '#bf8803', '#ffd370'],
  contrastActiveBorder: [null, null, '#f38518'],
  contrastBorder: [null, null, '#6fc3df'],
  'debugTokenExpression-boolean': ['#4e94ce', '#0000ff', '#75bdfe'],
  'debugTokenExpression-number': ['#b5cea8', '#098658', '#89d185'],
  'debugTokenExpression-string': ['#ce9178', '#a31515', '#f48771'],
  descriptionForeground: ['#9d9d9d', '#3b3b3b', 'rgba(255, 255, 255, 0.7)'],
  'diffEditor-border': [null, null, '#6fc3df'],
  'diffEditor-insertedLineBackground': ['rgba(155, 185, 85, 0.2)', 'rgba(155, 185, 85, 0.2)', null],
  'diffEditor-insertedTextBackground': ['rgba(156, 204, 44, 0.2)', 'rgba(156, 204, 44, 0.25)', null],
  'diffEditor-insertedTextBorder': [null, null, '#33ff2e'],
  'diffEditor-removedLineBackground': ['rgba(255, 0, 0, 0.2)', 'rgba(255, 0, 0, 0.2)', null],
  'diffEditor-removedTextBackground': ['rgba(255, 0, 0, 0.2)', 'rgba(255, 0, 0, 0.2)', null],
  'diffEditor-removedTextBorder': [null, null, '#ff008f'],
  'dropdown-background': ['#313131', '#ffffff', '#000000'],
  'dropdown-border': ['#3c3c3c', '#cecece', '#6fc3df'],
  'dropdown-foreground': ['#cccccc', '#3b3b3b', '#ffffff'],
  'editor-background': ['#1f1f1f', '#ffffff', '#000000'],
  'editor-findMatchHighlightBackground': ['rgba(234, 92, 0, 0.33)', 'rgba(234, 92, 0, 0.33)', null],
  'editor-foreground': ['#cccccc', '#3b3b3b', '#ffffff'],
  'editorLineNumber-foreground': ['#6e7681', '#6e7681', '#ffffff'],
  'editorWarning-foreground': ['#cca700', '#bf8803', '#ffd370'],
  'editorWidget-background': ['#202020', '#f8f8f8', '#0c141f'],
  errorForeground: ['#f85149', '#f85149', '#f48771'],
  focusBorder: ['#0078d4', '#005fb8', '#f38518'],
  foreground: ['#cccccc', '#3b3b3b', '#ffffff'],
  'gitDecoration-addedResourceForeground': ['#81b88b', '#587c0c', '#a1e3ad'],
  'gitDecoration-conflictingResourceForeground': ['#e4676b', '#ad0707', '#c74e39'],
  'gitDecoration-deletedResourceForeground': ['#c74e39', '#ad0707', '#c74e39'],
  'gitDecoration-modifiedResourceForeground': ['#e2c08d', '#895503', '#e2c08d'],
  'gitDecoration-renamedResourceForeground': ['#73c991', '#007100', '#73c991'],
  'gitDecoration-untrackedResourceForeground': ['#73c991', '#007100', '#73c991'],
  'icon-foreground': ['#cccccc', '#3b3b3b', '#ffffff'],
  'input-background': ['#313131', '#ffffff', '#000000'],
  'input-border': ['#3c3c3c', '#cecece', '#6fc3df'],
  'input-foreground': ['#cccccc', '#3b3b3b', '#ffffff'],
  'input-placeholderForeground': ['#989898', '#767676', 'rgba(255, 255, 255, 0.7)'],
  'inputOption-activeBackground': ['rgba(36, 137, 219, 0.51)', '#bed6ed', 'rgba(0, 0, 0, 0)'],
  'inputOption-activeBorder': ['#2488db', '#005fb8', '#6fc3df'],
  'inputOption-activeForeground': ['#ffffff', '#000000', '#ffffff'],
  'list-hoverBackground': ['#2a2d2e', '#f2f2f2', 'rgba(255, 255, 255, 0.1)'],
  'progressBar-background': ['#0078d4', '#005fb8', '#6fc3df'],
  'scrollbarSlider-activeBackground': ['rgba(191, 191, 191, 0.4)', 'rgba(0, 0, 0, 0.6)', '#6fc3df'],
  'scrollbarSlider-background': ['rgba(121, 121, 121, 0.4)', 'rgba(100, 100, 100, 0.4)', 'rgba(111, 195, 223, 0.6)'],
  'scrollbarSlider-hoverBackground': [
    'rgba(100, 100, 100, 0.7)',
    'rgba(100, 100, 100, 0.7)',
    'rgba(111, 195, 223, 0.8)',
  ],
  'settings-dropdownBorder': ['#3c3c3c', '#cecece', '#6fc3df'],
  'settings-textInputBorder': ['#3c3c3c', '#cecece', '#6fc3df'],
  'sideBar-background': ['#181818', '#f8f8f8', '#000000'],
  'sideBar-foreground': ['#cccccc', '#3b3b3b', null],
  'symbolIcon-propertyForeground': ['#cccccc', '#3b3b3b', '#ffffff'],
  'terminal-ansiBlue': ['#2472c8', '#0451a5', '#0000ee'],
  'terminal-ansiCyan': ['#11a8cd', '#0598bc', '#00cdcd'],
  'terminal-ansiGreen': ['#0dbc79', '#107c10', '#00cd00'],
  'terminal-ansiMagenta': ['#bc3fbc', '#bc05bc', '#cd00cd'],
  'terminal-ansiRed': ['#cd3131', '#cd3131', '#cd0000'],
  'terminal-ansiYellow': ['#e5e510', '#949800', '#cdcd00'],
  'textBlockQuote-background': ['#2b2b2b', '#f8f8f8', null],
  'textBlockQuote-border': ['#616161', '#e5e5e5', '#ffffff'],
  'textCodeBlock-background': ['#2b2b2b', '#f8f8f8', '#000000'],
  'textLink-activeForeground': ['#4daafc', '#005fb8', '#21a6ff'],
  'textLink-foreground': ['#4daafc', '#005fb8', '#21a6ff'],
  'textPreformat-background': ['#3c3c3c', 'rgba(0, 0, 0, 0.12)', null],
  'textPreformat-foreground': ['#d0d0d0', '#3b3b3b', '#ffffff'],
  'toolbar-hoverBackground': ['rgba(90, 93, 94, 0.31)', 'rgba(184, 184, 184, 0.31)', null],
  'widget-border': ['#313131', '#e5e5e5', '#6fc3df'],
} as const satisfies Readonly<
  Record<string, readonly [dark: string | null, light: string | null, contrast: string | null]>
>;

/** The class the editor puts on a page's body, and the colours' place in the table. */
export const THEMES = {
  dark: { title: 'Dark Modern', bodyClass: 'vscode-dark', column: 0 },
  light: { title: 'Light Modern', bodyClass: 'vscode-light', column: 1 },
  contrast: { title: 'Dark High Contrast', bodyClass: 'vscode-high-contrast', column: 2 },
} as const;

export type ThemeName = keyof typeof THEMES;

const FONTS = {
  'font-family': 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif',
  'font-size': '13px',
  'font-weight': 'normal',
  'editor-font-family': '"DejaVu Sans Mono", Menlo, Consolas, monospace',
  'editor-font-size': '13px',
  'editor-font-weight': 'normal',
} as const;

/** The variables the editor sets on every page's root, and the background it puts behind the page. */
export function themeCss(name: ThemeName): string {
  const { column } = THEMES[name];
  const colours = Object.entries(COLOURS).map(([variable, values]) => [variable, values[column]] as const);
  const variables = [...colours, ...Object.entries(FONTS)]
    .filter(([, value]) => value !== null)
    .map(([variable, value]) => `  --vscode-${variable}: ${value};`);
  return `:root {\n${variables.join('\n')}\n  background: var(--vscode-editor-background);\n}
body { background: var(--vscode-editor-background); }
body[data-page="status"] { background: var(--vscode-sideBar-background); }
`;
}

/** The names of the variables a theme may set, for the test that no page uses another. */
export const VARIABLES: ReadonlySet<string> = new Set([...Object.keys(COLOURS), ...Object.keys(FONTS)]);
