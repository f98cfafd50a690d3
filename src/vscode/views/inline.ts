/** A built script as it stands in a page: no text in it may open a comment of HTML, in which the end of the script is not seen. */
export const inlineScript = (script: string): string => script.replaceAll('<!--', '\\x3C!--');

/** Built styles as they stand in a page, with the address of the folder they name files of. */
export const inlineStyles = (styles: string, folder: string): string =>
  styles.replaceAll('url("./', () => `url("${folder}/`);
