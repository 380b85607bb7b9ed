import 'temml/dist/Temml-Local.css';
import temml from 'temml';

/** Draws a formula into an element. Throws what is wrong with the TeX. Commands that load, link or style are refused. */
export function drawFormula(tex: string, display: boolean, into: HTMLElement): void {
  temml.render(tex, into, {
    displayMode: display,
    throwOnError: true,
    trust: false,
    maxSize: [20, 20],
    maxExpand: 500,
  });
}
