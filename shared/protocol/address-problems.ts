/** What can be odd about a base address. */
export type AddressProblemCode =
  | 'empty'
  | 'missing-scheme'
  | 'unsupported-scheme'
  | 'malformed'
  | 'spaces'
  | 'userinfo'
  | 'query'
  | 'hash'
  | 'double-slash'
  | 'doubled-version'
  | 'doubled-scheme'
  | 'slashes'
  | 'other-version'
  | 'odd-port'
  | 'international'
  | 'insecure';

export interface AddressProblem {
  code: AddressProblemCode;
  /** `error`: the base must not be used as it is. `warning`: the base is usable and the user should know. */
  severity: 'error' | 'warning';
  /** One sentence; never holds a user name or password of the address. */
  message: string;
}

/** Builds a problem. */
export const problem = (code: AddressProblemCode, severity: 'error' | 'warning', message: string): AddressProblem => ({
  code,
  severity,
  message,
});

/** Signs that come along when an address is copied: without a width from a page, quotes and commas from a text. */
export const withoutWrapping = (text: string) =>
  text
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .trim()
    .replace(/^["'`<]+|(?<!["'`>,;])["'`>,;]+$/g, '')
    .trim();

/** Puts right how `https://` is written, and says what was wrong with it. */
export function mendScheme(text: string): { text: string; problems: AddressProblem[] } {
  const problems: AddressProblem[] = [];
  const single = text.replace(/^(?:https?:[\\/]*)+(?=https?:)/i, '');
  if (single !== text)
    problems.push(problem('doubled-scheme', 'warning', 'The address began twice; only the second beginning was kept.'));
  const mended = single.replace(/^(https?):[\\/]*(?=[^\\/])/i, '$1://');
  if (mended !== single)
    problems.push(problem('slashes', 'warning', 'After http: or https: come two slashes; that was put right.'));
  return { text: mended, problems };
}

/** What is odd about a host and its port. The address is usable anyway. */
export function hostProblems(url: URL, typed: string): AddressProblem[] {
  const problems: AddressProblem[] = [];
  if (/(?:^|\.)xn--/.test(url.hostname)) {
    const sent = typed.toLowerCase().includes(url.hostname) ? '' : ` It is sent as ${url.hostname}.`;
    problems.push(
      problem(
        'international',
        'warning',
        `The host has letters of other alphabets, which can look like those of a known host.${sent}`,
      ),
    );
  }
  if ((url.protocol === 'http:' && url.port === '443') || (url.protocol === 'https:' && url.port === '80'))
    problems.push(
      problem(
        'odd-port',
        'warning',
        `Port ${url.port} usually speaks ${url.port === '443' ? 'https' : 'http'}, and the address says ${url.protocol}//.`,
      ),
    );
  return problems;
}
