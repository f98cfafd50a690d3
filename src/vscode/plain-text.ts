/**
 * The editor makes a link of `[text](command:…)` in a message, and a click on it runs the command. What git prints and what
 * a file is called is anyone's: nothing of it becomes a link.
 */
export const plainMessage = (text: string): string => text.replaceAll('](', '] (');

/** In labels the editor draws `$(name)` as an icon, some of them blank: a command is shown as the words that run. */
export const plainLabel = (text: string): string => text.replaceAll('$(', '\\$(');
