import type { Part } from '#shared/protocol/part.ts';

/** Adds `more` to `parts`. Not with `push(...more)`: a hostile document holds more parts than a call takes arguments. */
export function append(parts: Part[], more: readonly Part[]): void {
  for (const part of more) parts.push(part);
}
