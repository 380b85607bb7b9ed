import 'temml/dist/Temml-Local.css';
import temml from 'temml';
import s from './markdown.module.css';

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
  // Browsers draw a single letter with a separate code point for italics, and without a math font on the machine they
  // draw nothing at all. The same letter in the italics of the text font is available everywhere.
  for (const letter of into.querySelectorAll('mi:not([mathvariant])'))
    if ([...(letter.textContent ?? '')].length === 1) letter.classList.add(s.letter ?? '');
}
