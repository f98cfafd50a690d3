import { quote } from '../../src/core/command/quote.ts';
import type { Fixture } from './fixture.ts';
import { generate } from './generate.ts';
import { ownWords } from './own-words.ts';
import { fill } from './pools.ts';
import { classifyIn } from './product.ts';

/** What was generated: no two commands have the same canonical form. */
export interface Plan {
  readonly reads: readonly (readonly string[])[];
  readonly writes: readonly (readonly string[])[];
  readonly refused: number;
}

/** Generates until there are `count` commands that are called read-only. */
export function makePlan(fixture: Fixture, count: number, seed: number): Plan {
  const seen = new Set<string>();
  const reads: string[][] = [];
  const writes: string[][] = [];
  let refused = 0;
  for (const args of generate(seed, ownWords(fixture.git))) {
    if (reads.length === count) break;
    const canonical = quote('git', args);
    if (seen.has(canonical)) continue;
    seen.add(canonical);
    const verdict = classifyIn(fixture, fill(args, fixture)).verdict.class;
    if (verdict === 'read-only') reads.push(args);
    else if (verdict === 'mutating') writes.push(args);
    else refused += 1;
  }
  return { reads, writes, refused };
}
