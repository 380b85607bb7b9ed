/** The command itself is wrong. Nothing was sent; the message says what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An option that the command does not have, or one without its value: the help on the command lists them. */
export class OptionError extends UsageError {}
