/** What a stretch of code is, as far as it has a colour of its own. */
export type CodeKind =
  | 'plain'
  | 'keyword'
  | 'type'
  | 'string'
  | 'number'
  | 'literal'
  | 'title'
  | 'comment'
  | 'addition'
  | 'deletion';

export interface ColourRun {
  kind: CodeKind;
  text: string;
}

/** Lines per piece: long code is laid out and painted piece by piece. */
export const pieceLines = 64;

/** Cuts a text behind every 64th line end; the pieces joined are the text. */
export function cutPieces(code: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let to = pieceEnd(code, from); to < code.length; to = pieceEnd(code, from)) {
    pieces.push(code.slice(from, to));
    from = to;
  }
  pieces.push(code.slice(from));
  return pieces;
}

/** Where the piece that begins at `from` ends. */
export function pieceEnd(code: string, from: number): number {
  let at = from;
  for (let line = 0; line < pieceLines; line += 1) {
    const feed = code.indexOf('\n', at);
    if (feed < 0) return code.length;
    at = feed + 1;
  }
  return at;
}

/** Distributes runs over the pieces of the same text; a run that crosses a cut is cut too. */
export function cutRuns(pieces: readonly string[], runs: readonly ColourRun[]): ColourRun[][] {
  const out: ColourRun[][] = [];
  let at = 0;
  let used = 0;
  for (const piece of pieces) {
    const inside: ColourRun[] = [];
    for (let room = piece.length; room > 0; ) {
      const run = runs[at];
      if (!run) break;
      const text = run.text.slice(used, used + room);
      inside.push({ kind: run.kind, text });
      room -= text.length;
      used += text.length;
      if (used === run.text.length) {
        at += 1;
        used = 0;
      }
    }
    out.push(inside);
  }
  return out;
}
