/** Told at the end of every message that is edited. */
const HELP = [
  '',
  '# Write the message. Lines that begin with # are left out.',
  '# Save and close to go on: you are asked before anything runs. Close without saving, or leave it empty, to cancel.',
  '',
];

export const messageText = (message: string): string => [message.trimEnd(), ...HELP].join('\n');

/** The message without comments; '' for none. */
export const messageOf = (text: string): string =>
  text
    .split(/\r\n|[\n\r]/)
    .filter(line => !line.startsWith('#'))
    .map(line => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
