/** Bytes of a file of `sizeBytes` once it is written as base64, padding included. */
export const base64Bytes = (sizeBytes: number): number => Math.ceil(sizeBytes / 3) * 4;
