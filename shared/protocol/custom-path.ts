/**
 * Returns why the path of a custom request cannot be sent, in one sentence, or `null`. The path can never escape the
 * base address of its connection, because the key is sent with it.
 */
export function customPathProblem(path: string): string | null {
  if (path === '') return 'The path is empty.';
  if (/[\p{Cc}\p{Cf}\p{Z}]/u.test(path)) return 'The path holds a blank or a control character.';
  if (/^[a-z][a-z\d+.-]*:/i.test(path))
    return 'The path is a whole address, and only a path below the saved one is sent.';
  if (!path.startsWith('/')) return 'The path must begin with a slash.';
  if (path.includes('//')) return 'The path holds two slashes in a row, which may lead to another host.';
  if (path.includes('\\')) return 'The path holds a backslash, which some servers take for a slash.';
  if (path.includes('?')) return 'The path holds a question mark: query pairs are entered apart from it.';
  if (path.includes('#')) return 'The path holds a "#": what follows it is never sent.';
  if (path.includes('@')) return 'The path holds an "@", which may be taken for the end of a log-in.';
  if (/%(?![\da-f]{2})/i.test(path)) return 'The path holds a "%" that begins no escape.';
  if (/%(?:2f|5c)/i.test(path)) return 'The path holds an escaped slash, which servers read in different ways.';
  if (/%(?:0[\da-f]|1[\da-f]|7f)/i.test(path)) return 'The path holds an escaped control character.';
  if (path.split('/').some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment)))
    return 'The path holds a segment of dots, which leads out of the saved address.';
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
