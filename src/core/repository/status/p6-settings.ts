/** How the status view is configured. */
export interface P6Settings {
  readonly showDiffs: boolean;
  readonly showLogs: boolean;
  readonly logArgs: string;
  /** Null for HEAD. */
  readonly diffBase: string | null;
}

export const DEFAULT_LOG_ARGS = '-10 --oneline';

export const DEFAULT_P6_SETTINGS: P6Settings = {
  showDiffs: true,
  showLogs: false,
  logArgs: DEFAULT_LOG_ARGS,
  diffBase: null,
};
