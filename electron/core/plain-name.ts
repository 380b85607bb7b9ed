/** Returns a name from the user, without characters that are invisible or change how others are read. */
export const plainName = (name: string): string => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
