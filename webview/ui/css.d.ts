/** The bundler takes style sheets that are imported into the page's own. */
declare module '*.css';
