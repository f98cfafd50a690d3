/** Calls `make` only when an argument is another one than at the last call. */
export function memo<Arguments extends readonly unknown[], Result>(
  make: (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  let last: { readonly args: Arguments; readonly result: Result } | null = null;
  return (...args) => {
    if (last?.args.every((arg, at) => Object.is(arg, args[at])) !== true) last = { args, result: make(...args) };
    return last.result;
  };
}
