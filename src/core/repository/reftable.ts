/** Where a git directory lists its reftables. */
export const REFTABLE_LIST = 'reftable/tables.list';
