/** How long a passphrase would hold against someone who has the file. Words, because a number would promise too much. */
export type PassphraseStrength = 'short' | 'weak' | 'fair' | 'strong';

export const leastLetters = 10;

const common = /password|passwort|qwert|asdf|12345|abcdef|letmein|welcome|patchbay|secret/i;

/** Rates a passphrase by its length and variety; repeated letters and common words count little. */
export function strengthOf(passphrase: string): PassphraseStrength {
  if (passphrase.length < leastLetters) return 'short';
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d\s]/].filter((kind) => kind.test(passphrase)).length;
  const words = passphrase
    .trim()
    .split(/[\s\-_.]+/)
    .filter((word) => word.length > 2).length;
  const different = new Set(passphrase).size;
  const bits = Math.min(passphrase.length, different * 2) * (1.6 + kinds * 0.7) + (words > 3 ? 12 : 0);
  if (common.test(passphrase) && bits < 70) return 'weak';
  return bits < 36 ? 'weak' : bits < 56 ? 'fair' : 'strong';
}
