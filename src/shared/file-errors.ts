/** The code of a failure of the file system, such as `EEXIST`; undefined for any other error. */
export const errorCode = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Whether something was not there, or what should be a folder on the way to it is none. */
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(String(errorCode(error)));

/** For `catch`: a value in place of what is missing; any other error is thrown on. */
export const ifMissing =
  <T>(value: T) =>
  (error: unknown): T => {
    if (isMissing(error)) return value;
    throw error;
  };
