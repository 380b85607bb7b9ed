/** Invisible characters, also letters that are drawn as nothing. The selectors of emojis stay. */
const unseen =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u2800]|(?<!\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/** Returns a name from the user, without characters that are invisible or change how others are read. */
export const plainName = (name: string): string => name.replace(unseen, '').trim();
