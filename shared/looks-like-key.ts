/** Prefixes that keys of many services share. */
export const keyPrefix =
  /^(bearer\s+)?(sk|pk|rk|ak|gsk|csk|hf|r8|xai|key|api|fk|cpk|nvapi|pplx|tgp|gh[po]|AIza|AKIA|eyJ)[-_A-Z0-9]/i;

/** How keys of known services begin. */
const knownStart =
  /^(?:sk|pk|rk|gsk|csk|xai|key|hf|r8|nvapi|pplx|fw|tgp|ghp|gho|AIza|AKIA|eyJ|Bearer)[-_]?[\w.~+/=-]{12,}$/;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Names of files contain dates and numbers. */
const fileName = /\.[a-z][a-z\d]{0,8}$/i;
const signs = /^[\w.~+/=-]{16,512}$/;

/**
 * Returns whether a word looks like a key: it begins like one, or contains a long run of letters and digits that no
 * name of a model, file or connection has.
 */
export function looksLikeKey(word: string): boolean {
  if (!signs.test(word) || uuid.test(word)) return false;
  if (knownStart.test(word)) return true;
  if (fileName.test(word)) return false;
  return word.split(/[-_./=+~]/).some((run) => {
    const isMixed = /[a-z]/i.test(run) && /\d/.test(run);
    const hasBothCases = /[a-z]/.test(run) && /[A-Z]/.test(run);
    return run.length >= 16 && (isMixed || (hasBothCases && run.length >= 24));
  });
}

/**
 * Returns whether a pasted text may be a key, where the user confirms it: long, without spaces, and not a natural word:
 * letters with digits, or a known prefix.
 */
export const looksLikePastedKey = (text: string) =>
  /^[\w\-.~+/=]{8,}$/.test(text) && (keyPrefix.test(text) || (text.length >= 20 && /\d/.test(text)));
