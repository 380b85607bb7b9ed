/**
 * Flags of Node for the browser host. Node lets the generation of young objects grow to 134 MB, which hundreds of streams
 * at once fill with what is already garbage; a quarter of it costs them a twentieth of the time. Electron reads the same
 * from `v8Flags` of the package.
 */
export const hostFlags = ['--max-semi-space-size=16'];
