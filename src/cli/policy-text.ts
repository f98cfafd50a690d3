/** Everything that `sluice policy` says, apart from the rules. */
export const POLICY_TEXT = {
  none: 'No rules.',
  lacksCommitted: 'Rules were taken out of .sluice.json and are still committed: they hold.',
  noOption: (source: string, subcommand: string, option: string) =>
    `Sluice knows no option ${option} of git ${subcommand}: the rule of ${source} holds only for lines that it cannot read.`,
  gets: { run: 'runs    ', ask: 'is asked', deny: 'denied  ' },
} as const;
