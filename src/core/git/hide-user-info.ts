import type { RedactedStream } from './redact.ts';

/** `user:password@` without a scheme before it, as a proxy may be written. */
const USER_INFO = /(?<=^|[\s=\0])(?![a-z][\w+.-]*:\/\/)[^\s:@=]+:[^\s]+(?=@)/gim;

/**
 * The same stream for what git-config(1) prints. A single value comes without its key, so that the shapes of the redactor do not
 * know the password of a proxy; in other output such words are ordinary text.
 */
export const hideUserInfo = (stream: RedactedStream): RedactedStream =>
  mapped(stream, text => text.replace(USER_INFO, '***'));

/** A value as git-config(1) quotes it when it is not of the type that was asked for. */
const QUOTED_VALUE = /(?<=value ')[^\n]*(?=' for ')|(?<=value: )[^\n]+/g;

/** The same stream for the errors of git-config(1): whose value it is comes last, or not at all. */
export const hideValues = (stream: RedactedStream): RedactedStream =>
  mapped(stream, text => text.replace(QUOTED_VALUE, '***'));

const mapped = ({ push, end }: RedactedStream, hide: (text: string) => string): RedactedStream => ({
  push: text => hide(push(text)),
  end: () => hide(end()),
});
