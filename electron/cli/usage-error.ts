/** The command itself is wrong. Nothing was sent; the message says what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
