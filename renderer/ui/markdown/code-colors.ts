import type { ColorRun } from './color-code.ts';

/** Longer code stays plain: coloring it would block the page. */
export const colorLimit = 40_000;
/** So does code with a longer line: grammars take quadratic time for long words, such as base64 in a script. */
const longestLine = 500;
/** Longer code waits for an idle moment. */
const idleLimit = 20_000;
const keptChars = 2_000_000;

// Transcript rows mount and unmount while scrolling; what was colored once is not colored again.
const kept = new Map<string, ColorRun[]>();
let keptSize = 0;

/** Returns the first word of a fence's info, as written: what is shown beside the code. */
export function shownLanguage(info: string): string {
  return /^[^\s{]*/.exec(info.trim())?.[0] ?? '';
}

/** Returns the language to color with, or null when this code stays plain. */
export function colorLanguage(code: string, info: string): string | null {
  return code.length <= colorLimit && !hasLongLine(code) ? shownLanguage(info).toLowerCase() || null : null;
}

function hasLongLine(code: string): boolean {
  for (let start = 0, end = 0; end !== -1; start = end + 1) {
    end = code.indexOf('\n', start);
    if ((end === -1 ? code.length : end) - start > longestLine) return true;
  }
  return false;
}

/** Returns colors from the cache. */
export function knownColors(code: string, language: string | null): ColorRun[] | null {
  return language === null ? null : (kept.get(keyOf(code, language)) ?? null);
}

/** Colors once, long code in an idle moment. Returns null without a grammar for it: plain code is complete. */
export async function findColors(code: string, language: string): Promise<ColorRun[] | null> {
  try {
    const { colorCode } = await import('./color-code.ts');
    if (code.length > idleLimit) await idle();
    const runs = colorCode(code, language);
    if (runs) keep(keyOf(code, language), runs);
    return runs;
  } catch {
    return null;
  }
}

function keep(key: string, runs: ColorRun[]): void {
  if (kept.has(key)) return;
  kept.set(key, runs);
  keptSize += key.length;
  for (const oldest of kept.keys()) {
    if (keptSize <= keptChars) return;
    kept.delete(oldest);
    keptSize -= oldest.length;
  }
}

const keyOf = (code: string, language: string) => `${language}\n${code}`;

function idle(): Promise<void> {
  return new Promise((done) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => done(), { timeout: 1000 });
    else setTimeout(done, 50);
  });
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
