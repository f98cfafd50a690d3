import { Random } from '../differential/random.ts';

/** The same chance in every ordinary run, so that a change fails by what it does; `npm run test:long` sets another. */
export const seed = Number(process.env.SLUICE_SEED ?? 20);

export const seededRandom = (): Random => new Random(seed);
