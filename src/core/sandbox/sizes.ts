const KIB = 1024;
const MIB = KIB * KIB;

/** A size as people read it: 1.2 KB, 10.0 MB. */
export const sizeText = (bytes: number): string =>
  bytes < MIB ? `${(bytes / KIB).toFixed(1)} KB` : `${(bytes / MIB).toFixed(1)} MB`;

/** A repository grows by every version of such a file: whoever pushes one is told. */
export const LARGE_FILE = 10 * MIB;

export interface SandboxLimits {
  /** Of all contents that are kept: files, what was pulled, what is staged. */
  readonly bytes: number;
  readonly files: number;
  readonly fileBytes: number;
}

export const SANDBOX_LIMITS: SandboxLimits = { bytes: 256 * MIB, files: 20_000, fileBytes: 100 * MIB };
