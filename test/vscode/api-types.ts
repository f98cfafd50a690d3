import type * as published from '../../examples/sluice.d.ts';
import type { GivenTool } from '../../src/core/tools/given-tool.ts';
import type { ComingRun, RunListener } from '../../src/core/writes/restrictions.ts';
import type { SluiceApi } from '../../src/vscode/sluice-api.ts';

/** Holds where the first can be used wherever the second is wanted. */
type Fits<Given extends Wanted, Wanted> = Given;

// The compiler is the test: what other extensions are told is true of what they get, and what they give is taken.
export type Proofs = [
  Fits<SluiceApi, published.SluiceApi>,
  Fits<published.Tool, GivenTool>,
  Fits<ComingRun, published.ComingRun>,
  Fits<published.ComingRun, ComingRun>,
  Fits<Parameters<published.SluiceApi['onWillRun']>[1], RunListener['willRun']>,
  Fits<keyof SluiceApi, keyof published.SluiceApi>,
  Fits<keyof published.SluiceApi, keyof SluiceApi>,
];
