import { runs, unknown } from './acts.ts';
import { type Objection, objectTo } from './table.ts';

/** strftime's widths, with any flags before them: glibc fills with as many blanks as it is told. */
const wideDate = /%[-_0^#+E O]*\d{4}/;
/** Columns and indentations of a pretty format. */
const widePretty = /%[-+ ]?(?:[<>]{1,2}<?\|?|w)\([^)]*\d{4}/;
/** Columns of a ref format. */
const wideRef = /%\(\*?align[^)]*\d{4}/;

const tooWide = unknown('would be more than 999 columns wide; take a smaller number');

/** The value of `--date`: a width in it decides how much git prints for each date. */
export const objectToDateFormat = (value: string, name: string): Objection | undefined =>
  wideDate.test(value) ? objectTo(name, tooWide) : undefined;

const builtInFormats = ['oneline', 'short', 'medium', 'full', 'fuller', 'reference', 'email', 'mboxrd', 'raw'];

/** The value of `--format` and `--pretty` of git-log(1) and its kin. */
export function objectToPrettyFormat(value: string, name: string): Objection | undefined {
  if (value === '' || builtInFormats.includes(value)) return undefined;
  if (!/^t?format:/.test(value) && !value.includes('%')) {
    return objectTo(
      `'${value}'`,
      runs('is a format from the configuration, which may run gpg; write the format out, as in --format=%h'),
    );
  }
  // `%%` does not hide it: after padding and a colour git takes the second % for the beginning.
  if (/%[-+ ]?G/.test(value)) return objectTo(name, runs('with %G runs gpg; leave %G out'));
  return widePretty.test(value) || wideDate.test(value) ? objectTo(name, tooWide) : undefined;
}

/** The value of `--format` of git-for-each-ref(1) and its kin. */
export function objectToRefFormat(value: string, name: string): Objection | undefined {
  if (/%\(\*?signature/.test(value)) return objectTo(name, runs('with %(signature) runs gpg; leave %(signature) out'));
  return wideRef.test(value) || wideDate.test(value) ? objectTo(name, tooWide) : undefined;
}
