import { useLayoutEffect, useRef } from 'react';
import { lazyModule, useLazyModule } from '../base/lazy-module.ts';
import s from './markdown.module.css';

const engine = lazyModule(async () => {
  const { drawFormula, loadMathFont } = await import('./math-engine.ts');
  // Drawn in another font first, every formula would change its size.
  await loadMathFont();
  return { drawFormula };
});

/** A formula; its source until the drawing code has loaded, and permanently when the source is not TeX. */
export function MathFormula({ tex, display }: { tex: string; display: boolean }) {
  const holder = useRef<HTMLSpanElement>(null);
  const drawing = useLazyModule(engine);
  useLayoutEffect(() => {
    const element = holder.current;
    if (!element || !drawing) return;
    const scratch = document.createElement('span');
    try {
      drawing.drawFormula(tex, display, scratch);
      element.replaceChildren(...scratch.childNodes);
    } catch {
      element.replaceChildren(sourceElement(tex));
    }
  }, [drawing, tex, display]);
  // Once drawn, the inside belongs to the formula: React owns the container and nothing in it.
  if (drawing) return <span ref={holder} key="drawn" className={display ? s.display : undefined} />;
  return <code className={s.code}>{tex}</code>;
}

function sourceElement(tex: string): HTMLElement {
  const code = document.createElement('code');
  code.className = s.code ?? '';
  code.textContent = tex;
  return code;
}
