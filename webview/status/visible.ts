import { spellOutInvisible } from '../../src/shared/invisible-characters.ts';

/** A name as text that hides nothing: in a name even a tab is not what it seems. */
export const visible = (name: string): string => spellOutInvisible(name).replaceAll('\t', '\\t');
