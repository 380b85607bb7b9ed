import { knownLanguage } from './code-languages.ts';
import type { ColourRun } from './code-runs.ts';

/** Longer code stays plain: colouring it would stop the page. */
export const colourLimit = 200_000;
/** Longer code waits for an idle moment. */
const idleLimit = 20_000;
const keptChars = 2_000_000;

// Transcript rows come and go while scrolling; what was coloured once is not coloured again.
const kept = new Map<string, ColourRun[]>();
let keptSize = 0;

/** The language to colour with, or null when this code stays plain. */
export function colourLanguage(code: string, info: string): string | null {
  return code.length <= colourLimit ? knownLanguage(info) : null;
}

/** Colours that are there already. */
export function knownColours(code: string, language: string | null): ColourRun[] | null {
  return language === null ? null : (kept.get(keyOf(code, language)) ?? null);
}

/** Colours once, long code in an idle moment. Gives null when the grammar cannot be loaded: plain code is complete. */
export async function findColours(code: string, language: string): Promise<ColourRun[] | null> {
  try {
    const { colourCode } = await import('./colour-code.ts');
    if (code.length > idleLimit) await idle();
    const runs = await colourCode(code, language);
    keep(keyOf(code, language), runs);
    return runs;
  } catch {
    return null;
  }
}

function keep(key: string, runs: ColourRun[]): void {
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
