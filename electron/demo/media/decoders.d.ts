// Declares the part of the decoders that the demo uses. Their own declarations need the types of the DOM.
declare module 'jpeg-js' {
  const jpeg: {
    /** Four bytes per pixel. Throws for damaged data and above the limits. */
    decode(
      bytes: Uint8Array,
      options: { useTArray: true; maxResolutionInMP: number; maxMemoryUsageInMB: number },
    ): { width: number; height: number; data: Uint8Array };
  };
  export default jpeg;
}

declare module '@jsquash/webp/decode.js' {
  export function init(code: object): Promise<void>;
  export default function decode(
    bytes: ArrayBuffer,
  ): Promise<{ width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }>;
}

declare module 'opus-decoder' {
  export const OpusDecoder: {
    new (options: { channels: number; sampleRate: 24_000 }): import('./decode.ts').PacketDecoder;
  };
}

declare module 'mpg123-decoder' {
  export const MPEGDecoder: { new (): import('./decode.ts').PacketDecoder };
}

declare namespace WebAssembly {
  function compile(code: Uint8Array<ArrayBuffer>): Promise<object>;
}
