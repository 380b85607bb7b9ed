import { knownLanguage } from './code-languages.ts';
import type { ColorRun } from './code-runs.ts';

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

/** Returns the language to color with, or null when this code stays plain. */
export function colorLanguage(code: string, info: string): string | null {
  return code.length <= colorLimit && !hasLongLine(code) ? knownLanguage(info) : null;
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

/** Colors once, long code in an idle moment. Returns null when the grammar cannot be loaded: plain code is complete. */
export async function findColors(code: string, language: string): Promise<ColorRun[] | null> {
  try {
    const { colorCode } = await import('./color-code.ts');
    if (code.length > idleLimit) await idle();
    const runs = await colorCode(code, language);
    keep(keyOf(code, language), runs);
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

function keyOf(code: string, language: string): string {
  return `${language}\n${code}`;
}

function idle(): Promise<void> {
  return new Promise((done) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => done(), { timeout: 1000 });
    else setTimeout(done, 50);
  });
}
