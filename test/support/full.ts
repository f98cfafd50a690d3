/** True in the long run (npm run test:long), which tries everything; the ordinary run takes a sample. */
export const full = process.env.SLUICE_MATRIX === 'full';
