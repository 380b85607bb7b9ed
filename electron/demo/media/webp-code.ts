import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Returns the WebAssembly of the WebP decoder. The build inlines its bytes here, since nothing is installed beside the
 * program.
 */
export const webpCode = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('@jsquash/webp/codec/dec/webp_dec.wasm')));
