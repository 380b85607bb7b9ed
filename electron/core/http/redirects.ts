/** Statuses that send on to a `Location`. */
export const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** So many are followed one after another. */
export const maxHops = 5;
