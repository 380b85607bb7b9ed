/*
 * Characters that are not seen, or change how others are read, in the sets that their readers need. They are written out
 * because a class cannot be composed without losing the check that every expression is linear.
 */

/**
 * Everything that is drawn as nothing: controls, format characters, lone surrogates, separators of lines, letters that are
 * drawn as nothing, and the empty Braille pattern.
 */
export const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Runs of the same, to replace or count them. */
export const unseenRuns = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;

/** In names: the same, except for the selectors of emojis. */
export const unseenInNames =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u2800]|(?<!\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu;

/**
 * In code and text of the page: both the letters that are drawn as nothing and the selectors of glyphs have hidden code.
 * Line breaks and tabs, the two joiners, the number signs of Arabic and Syriac, and the selectors of emojis stay.
 */
export const unseenInCode =
  /((?![\n\t]|\r(?:\n|$))[\p{Cc}\p{Zl}\p{Zp}\u2800]|(?<!\p{Extended_Pictographic})[\ufe0e\ufe0f](?!\u20e3)|(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u0600-\u0605\u06dd\u070f\u08e2])[\p{Cf}\p{Default_Ignorable_Code_Point}])/gu;

/** In a terminal: everything that controls it or is not seen, except for the line feed; what scripts and emojis need stays. */
export const unseenInTerminal =
  /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u2800]|(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u0600-\u0605\u06dd\u070f\u08e2])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Overrides, embeddings and isolates: they change the order in which other characters are displayed. */
export const turning = /([\u202a-\u202e\u2066-\u2069])/gu;

/** White space and what is copied along with a text from a page, at both ends. */
export const pastedEnds =
  /^[\s\u200b-\u200f\u2060\ufeff]+|(?<![\s\u200b-\u200f\u2060\ufeff])[\s\u200b-\u200f\u2060\ufeff]+$/gu;

/**
 * In cells of tables: where a formula may begin inside a text, after what may separate cells or rows elsewhere (quotes in
 * the middle of a line do not count), and behind blanks and what is not seen, which an import may drop.
 */
export const innerFormulas =
  /(^|[;\t\r\n])([ \u00a0\u2800\u3000\p{Cf}\p{Default_Ignorable_Code_Point}]{0,100})(?=[=+\-@＝＋－＠])/gu;
