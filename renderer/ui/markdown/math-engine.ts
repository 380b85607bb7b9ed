import 'temml/dist/Temml-Local.css';
import './math-font.css';
import temml from 'temml';

/** Resolves when formulas can be drawn in their font, or it cannot be loaded. */
export async function loadMathFont(): Promise<void> {
  try {
    await document.fonts.load('16px "STIX Two Math"');
  } catch {
    // Formulas are readable in any font.
  }
}

/**
 * Draws a formula into an element. Throws what is wrong with the TeX. Commands that load, link or style are refused.
 */
export function drawFormula(tex: string, display: boolean, into: HTMLElement): void {
  temml.render(tex, into, {
    displayMode: display,
    throwOnError: true,
    trust: false,
    maxSize: [20, 20],
    maxExpand: 500,
  });
}
