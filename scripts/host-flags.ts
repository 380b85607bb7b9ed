/**
 * Flags of Node for the browser host. Node lets the young generation grow to 134 MB, which hundreds of concurrent
 * streams fill with garbage; a quarter of that costs a twentieth of the time. Electron reads the same from `v8Flags` of
 * the package.
 */
export const hostFlags = ['--max-semi-space-size=16'];
