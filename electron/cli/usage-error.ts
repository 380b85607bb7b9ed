/** The command line itself is invalid. Nothing was sent; the message says what to write instead. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

/** An unknown option, or one without its value: the help on the command lists them. */
export class OptionError extends UsageError {}

/** No model was specified. Only a gateway can list its models, so a missing gateway is reported first. */
export class MissingModelError extends UsageError {}
