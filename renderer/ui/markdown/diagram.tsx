import { useEffect, useState, useSyncExternalStore } from 'react';
import { withSigns } from '../base/hidden-signs.tsx';
import { Button } from '../controls/button.tsx';
import s from './code-block.module.css';
import { CodeBlock, type CodeBlockProps } from './code-block.tsx';
import { shownLanguage } from './code-colors.ts';
import { type Drawn, drawDiagram, knownDiagram } from './draw-diagram.ts';

/** A finished `mermaid` fence: its source, and on request its drawing in the colors of the page. */
export function Diagram(props: CodeBlockProps) {
  const { code, labels } = props;
  const dark = useSyncExternalStore(watchTheme, isDark, () => false);
  const [isWanted, setIsWanted] = useState(() => knownDiagram(code, dark) !== null);
  const [result, setResult] = useState(() => ({
    code,
    dark,
    found: knownDiagram(code, dark) as Drawn | string | null,
  }));
  const found = result.code === code && result.dark === dark ? result.found : null;
  const drawn = typeof found === 'string' ? null : found;
  const isBusy = isWanted && found === null;
  useEffect(() => {
    if (!isBusy) return;
    let isGone = false;
    void Promise.resolve(knownDiagram(code, dark) ?? drawDiagram(code, dark, labels)).then((next) => {
      if (!isGone) setResult({ code, dark, found: next });
    });
    return () => {
      isGone = true;
    };
  }, [isBusy, code, dark, labels]);
  const draw = () => {
    if (!drawn) setResult({ code, dark, found: null });
    setIsWanted(true);
  };
  if (isWanted && drawn)
    return (
      <figure className={s.frame}>
        <figcaption className={s.head}>
          <span className={s.language}>{shownLanguage(props.info)}</span>
          <Button intent="quiet" size="sm" onClick={() => setIsWanted(false)}>
            {labels.showSource}
          </Button>
        </figcaption>
        <div className={s.diagram}>
          <img src={drawn.url} width={drawn.width} height={drawn.height} alt={labels.diagram} />
        </div>
      </figure>
    );
  const button = (
    <Button intent="quiet" size="sm" busy={isBusy} onClick={draw}>
      {labels.drawDiagram}
    </Button>
  );
  return (
    <>
      <CodeBlock {...props} action={button} />
      <p className={s.problem} role="status">
        {typeof found === 'string' && withSigns(found, 'prose')}
      </p>
    </>
  );
}

/** The theme of the document, or of the system where it follows that. */
const isDark = () => {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : systemTheme().matches;
};
const systemTheme = () => matchMedia('(prefers-color-scheme: dark)');

function watchTheme(listener: () => void): () => void {
  const selected = new MutationObserver(listener);
  selected.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const system = systemTheme();
  system.addEventListener('change', listener);
  return () => {
    selected.disconnect();
    system.removeEventListener('change', listener);
  };
}
