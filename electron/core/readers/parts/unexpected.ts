import type { Part } from '#shared/protocol/part.ts';

/** Something in a list is not as it should be and was read anyway. */
export const unexpectedItems = (message: string): Part => ({ type: 'warning', code: 'items-odd', message });

/** Something could not be read; it is passed on as it came. */
export const unexpectedShape = (message: string): Part => ({ type: 'warning', code: 'unknown-shape', message });
