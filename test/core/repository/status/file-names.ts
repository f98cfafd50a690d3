import fc from '../../../support/fast-check.ts';

const name = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 40 })
  .filter(each => !/[\0/]/.test(each) && !/^\.{1,2}$|^\.?git/i.test(each));

/** That many different names such as a file can have; those git itself keeps away from are not among them. */
export const fileNames = (count: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(name, { minLength: count, maxLength: count });
