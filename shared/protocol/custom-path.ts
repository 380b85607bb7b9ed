/**
 * Returns why the path of a custom request cannot be sent, in one sentence, or `null`. The path can never escape the
 * base address of its connection, because the key is sent with it.
 */
export function customPathProblem(path: string): string | null {
  if (path === '') return 'The path is empty.';
  if (/[\p{Cc}\p{Cf}\p{Z}]/u.test(path)) return 'The path contains a space or a control character.';
  if (/^[a-z][a-z\d+.-]*:/i.test(path)) return 'The path is a full URL. Enter only the part after the base URL.';
  if (!path.startsWith('/')) return 'The path must begin with a slash.';
  if (path.includes('//')) return 'The path contains a double slash, which may lead to another host.';
  if (path.includes('\\')) return 'The path contains a backslash, which some servers treat as a slash.';
  if (path.includes('?')) return 'The path contains a question mark. Enter query parameters separately.';
  if (path.includes('#')) return 'The path contains a "#". What follows it is never sent.';
  if (path.includes('@')) return 'The path contains an "@", which may be read as the end of a user name.';
  if (/%(?![\da-f]{2})/i.test(path)) return 'The path contains a "%" that isn\'t part of an escape.';
  if (/%(?:2f|5c)/i.test(path)) return 'The path contains an escaped slash, which servers read in different ways.';
  if (/%(?:0[\da-f]|1[\da-f]|7f)/i.test(path)) return 'The path contains an escaped control character.';
  if (path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    return 'The path contains a dot segment, which leads out of the base URL.';
  return null;
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
