/** Whether one of these options is among the words: `--stat` also as `--stat=…`, `-s` also among `-sn`. */
export function hasOption(args: readonly string[], ...options: readonly string[]): boolean {
  return options.some(option =>
    args.some(word =>
      option.startsWith('--')
        ? word === option || word.startsWith(`${option}=`)
        : /^-[a-zA-Z]/.test(word) && word.includes(option.slice(1)),
    ),
  );
}
