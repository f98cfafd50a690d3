declare const SLUICE_VERSION: string | undefined;

/** The version of the package this was built from. */
export const VERSION = typeof SLUICE_VERSION === 'string' ? SLUICE_VERSION : 'development';
