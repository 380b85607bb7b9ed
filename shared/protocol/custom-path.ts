/** Why a path cannot be sent, in one sentence. */
export const customPathProblems = {
  empty: 'The path is empty.',
  space: 'The path contains a space or a control character.',
  url: 'The path is a full URL. Enter only the part after the base URL.',
  start: 'The path must begin with a slash.',
  'double-slash': 'The path contains a double slash, which may lead to another host.',
  backslash: 'The path contains a backslash, which some servers treat as a slash.',
  query: 'The path contains a question mark. Enter query parameters separately.',
  fragment: 'The path contains a "#". What follows it is never sent.',
  user: 'The path contains an "@", which may be read as the end of a user name.',
  escape: 'The path contains a "%" that isn\'t part of an escape.',
  'escaped-slash': 'The path contains an escaped slash, which servers read in different ways.',
  'escaped-control': 'The path contains an escaped control character.',
  half: 'The path contains half of a character.',
  dots: 'The path contains a dot segment, which leads out of the base URL.',
} as const;
export type CustomPathProblem = keyof typeof customPathProblems;

/**
 * Returns why the path of a custom request cannot be sent, or `null`. The path can never escape the base URL of its
 * connection, because the key is sent with it.
 */
export function findCustomPathProblem(path: string): CustomPathProblem | null {
  if (path === '') return 'empty';
  if (!path.isWellFormed()) return 'half';
  if (/[\p{Cc}\p{Cf}\p{Z}]/u.test(path)) return 'space';
  if (/^[a-z][a-z\d+.-]*:/i.test(path)) return 'url';
  if (!path.startsWith('/')) return 'start';
  if (path.includes('//')) return 'double-slash';
  if (path.includes('\\')) return 'backslash';
  if (path.includes('?')) return 'query';
  if (path.includes('#')) return 'fragment';
  if (path.includes('@')) return 'user';
  if (/%(?![\da-f]{2})/i.test(path)) return 'escape';
  // Behind a proxy, an escape may be decoded more than once.
  const once = path.replace(/%(?:25)+/gi, '%');
  if (/%(?:2f|5c)/i.test(once)) return 'escaped-slash';
  if (/%(?:0[\da-f]|1[\da-f]|7f)/i.test(once)) return 'escaped-control';
  if (once.split('/').some(isDotSegment)) return 'dots';
  return null;
}

/**
 * Whether a server may read a segment as `.` or `..`: also with escapes, with blanks around it, or with parameters,
 * which Java servers cut off (`..;x`).
 */
export function isDotSegment(segment: string): boolean {
  const [name = ''] = segment.split(/;|%3b/i, 1);
  return /^(?:\.|%2e){1,2}$/i.test(name.replace(/%20|%09|\s/g, ''));
}

/** Returns `findCustomPathProblem` as a sentence. */
export function customPathProblem(path: string): string | null {
  const problem = findCustomPathProblem(path);
  return problem && customPathProblems[problem];
}

/**
 * Returns true when a connection exposes this path: `custom` covers every path, and an entry that starts with a slash
 * covers itself and everything below it.
 */
export function isExposedPath(path: string, exposed: readonly string[]): boolean {
  return exposed.some((entry) => {
    if (entry === 'custom') return true;
    const prefix = entry.replace(/(?<!\/)\/+$/, '');
    return entry.startsWith('/') && (path === prefix || path.startsWith(`${prefix}/`));
  });
}
