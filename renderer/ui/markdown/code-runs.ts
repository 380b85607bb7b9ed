/** What a range of code is, as far as it has a color of its own. */
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

export interface ColorRun {
  kind: CodeKind;
  text: string;
}

/** Lines per chunk: long code is laid out and painted chunk by chunk. */
export const chunkLines = 64;

/** Cuts a text after every 64th line end; the chunks joined are the text. */
export function cutChunks(code: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (let to = pieceEnd(code, from); to < code.length; to = pieceEnd(code, from)) {
    pieces.push(code.slice(from, to));
    from = to;
  }
  pieces.push(code.slice(from));
  return pieces;
}

/** Returns where the chunk that begins at `from` ends. */
export function pieceEnd(code: string, from: number): number {
  let at = from;
  for (let line = 0; line < chunkLines; line += 1) {
    const feed = code.indexOf('\n', at);
    if (feed < 0) return code.length;
    at = feed + 1;
  }
  return at;
}

/** Distributes runs over the chunks of the same text; a run that crosses a cut is cut too. */
export function cutRuns(pieces: readonly string[], runs: readonly ColorRun[]): ColorRun[][] {
  const out: ColorRun[][] = [];
  let at = 0;
  let used = 0;
  for (const piece of pieces) {
    const inside: ColorRun[] = [];
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
