/** So many pieces must each begin with the one before: fewer do so by chance. */
const leastPieces = 4;
const leastCharacters = 12;

/**
 * Detects a service that sends the whole text so far with every piece, although the protocol wants only what is new
 * (DashScope without `incremental_output`, relays of web chats).
 */
export function createGrowth() {
  let count = 0;
  let last = '';
  let isGrowing = true;
  return {
    /** `isLast`: the reply ends with this piece, which may repeat the one before. */
    take(piece: string, isLast: boolean): void {
      if (piece === '') return;
      isGrowing &&= piece.startsWith(last) && (isLast || piece.length > last.length);
      count += 1;
      if (isGrowing) last = piece;
    },
    /** Number of pieces that are not empty. */
    count: () => count,
    /** Returns the whole text where every piece contained it; else `null`. */
    whole: (): string | null =>
      isGrowing && count >= leastPieces && last.length >= leastCharacters && last.trim() !== '' ? last : null,
  };
}
