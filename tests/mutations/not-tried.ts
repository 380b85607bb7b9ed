/**
 * Ids of the threat list that have no mutation here, and why: what a machine without an Electron binary and a display can
 * not show, and what is no behaviour of the source. Their tests are named all the same.
 */
export const notTried: Readonly<Record<string, string>> = {};
