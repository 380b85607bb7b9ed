/** Stands for hidden characters: asterisks or bullets; dots only inside of something that looks like a key. */
const mask = /(?<![\w*.])([\w-]{0,40})(\*{2,64}|[•●]{2,64}|…|\.{3,64})([\w-]{0,40})(?![\w*@])/g;
const whole = /\b(?:key|token)(?: provided)?['"]?\s{0,2}[:=]\s{0,2}['"]?([\w-]{8,200})/gi;
/** What many keys begin with says nothing about one. */
const commonStart =
  /^(?:sk|pk|gsk|xai|hf|r8|key|nvapi|api)[-_](?:(?:proj|ant|or|live|test|svcacct|admin|api\d{2}|v\d)[-_])*/i;
const aboutKey = /key|token|credential|secret|令牌|密钥/i;
/** Gateways drop or add a prefix of this length. */
const maxPrefix = 8;
const fewestShown = 3;

/** Words on both sides of an ellipsis are shorter, or have no digits. */
const isPiece = (start: string, end: string): boolean =>
  start.length >= 4 && end.length >= 4 && looksLikeKey(start + end);

const looksLikeKey = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text);

/**
 * Tells whether a refusal quotes a key, whole or with hidden characters, that is none of those that were sent. Then the
 * gateway sent another key: its own. Of the keys that were sent, nothing leaves this function but the answer.
 */
export function quotesOtherKey(message: string | null, sent: readonly string[]): boolean {
  if (message === null || !aboutKey.test(message)) return false;
  const text = message.slice(0, 4096);
  const secrets = sent.map((secret) => secret.toLowerCase());
  const quoted: boolean[] = [];
  for (const [, start = '', hidden = '', end = ''] of text.matchAll(mask)) {
    const isDots = /[.…]/.test(hidden);
    if (start.replace(commonStart, '').length + end.length < fewestShown) continue;
    if (isDots && !commonStart.test(start) && !isPiece(start, end)) continue;
    quoted.push(secrets.some((secret) => fits(secret, start.toLowerCase(), end.toLowerCase())));
  }
  for (const [, key = ''] of text.matchAll(whole)) {
    if (looksLikeKey(key)) quoted.push(secrets.some((secret) => secret.endsWith(key.toLowerCase())));
  }
  return quoted.length > 0 && !quoted.includes(true);
}

const fits = (secret: string, start: string, end: string): boolean =>
  secret.slice(0, start.length + maxPrefix).includes(start.replace(commonStart, '')) &&
  secret.slice(-(end.length + maxPrefix)).includes(end);
