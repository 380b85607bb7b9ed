/** The command itself is wrong. Nothing was sent; the message says what to write instead. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** An option that the command does not have, or one without its value: the help on the command lists them. */
export class OptionError extends UsageError {}

/** No model was named. Which ones there are only a gateway can tell, so a missing gateway is told first. */
export class MissingModelError extends UsageError {}
