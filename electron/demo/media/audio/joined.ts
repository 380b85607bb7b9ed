/** Pieces of audio, one after another. */
export function joined(pieces: readonly Float32Array[]): Float32Array {
  if (pieces.length === 1) return pieces[0] as Float32Array;
  const all = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const piece of pieces) {
    all.set(piece, place);
    place += piece.length;
  }
  return all;
}
