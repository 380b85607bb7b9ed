/** A name that the user gave, without characters that nobody sees or that change how others are read. */
export const plainName = (name: string): string => name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
