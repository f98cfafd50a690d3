import * as z from 'zod/mini';
import { policySchema } from './rules.ts';

/** The schema by which the editor completes and checks a `.sluice.json`. */
export const policyJsonSchema = () => z.toJSONSchema(policySchema, { io: 'input', target: 'draft-7' });
