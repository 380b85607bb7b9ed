/** Returns a short hash of the text. The text cannot be recovered from it: it may contain secrets. */
export function stampOfText(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}
