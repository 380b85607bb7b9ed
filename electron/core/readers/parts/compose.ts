import type { Part, WarningCode } from '#shared/protocol/part.ts';

/**
 * Appends `more` to `parts`. Not with `push(...more)`: a hostile document holds more parts than a call takes arguments.
 */
export function append(parts: Part[], more: readonly Part[]): void {
  for (const part of more) parts.push(part);
}

export const warning = (code: WarningCode, message: string): Part => ({ type: 'warning', code, message });

/** Something in a list is irregular and was read anyway. */
export const unexpectedItems = (message: string): Part => warning('items-odd', message);

/** Something could not be read; it is passed on unchanged. */
export const unexpectedShape = (message: string): Part => warning('unknown-shape', message);
