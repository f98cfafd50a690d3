/** The part of the editor's module that text needs, for tests outside of an editor. */
export const l10n = {
  t(message: string, ...args: readonly unknown[]): string {
    const [first] = args;
    const values = typeof first === 'object' && first !== null ? first : args;
    // One pass, as in the editor: a brace inside of an argument stays.
    return message.replace(/\{(\w+)\}/g, (brace, name) => String(Reflect.get(values, name) ?? brace));
  },
};
