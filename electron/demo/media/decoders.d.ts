// Declares the part of jpeg-js that the demo uses. Its own declarations need the types of the DOM.
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
