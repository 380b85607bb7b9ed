import libraryAddress from 'mermaid/dist/mermaid.min.js?url';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type DiagramReply, type DiagramRequest, diagramFramePath, diagramLimits } from '#shared/diagram-frame.ts';
import { withSigns } from '../base/hidden-signs.tsx';
import { Button } from '../controls/button.tsx';
import s from './code-block.module.css';
import { CodeBlock, type CodeBlockProps } from './code-block.tsx';
import { shownLanguage } from './code-colors.ts';
import type { MarkdownLabels } from './markdown-env.ts';

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

/** A drawn diagram: an image, which can neither run, load nor link to anything. Its size is in CSS pixels. */
interface Drawn {
  url: string;
  width: number;
  height: number;
}

const timeoutMs = 10_000;
/** A drawing of the longest source is far shorter; images of this size still fit on any screen when scaled down. */
const longestSvg = 5_000_000;
const largestSide = 20_000;
/** Words of the parser may quote the whole source. */
const longestError = 1000;

// Transcript rows mount and unmount while scrolling; what was drawn once is not drawn again.
const kept = new Map<string, Drawn>();
const keptCount = 50;

const keyOf = (source: string, dark: boolean) => `${dark}\n${source}`;

/** Returns a diagram that was drawn before. */
const knownDiagram = (source: string, dark: boolean): Drawn | null => kept.get(keyOf(source, dark)) ?? null;

/**
 * Draws a diagram in a frame with an origin of its own, without network. The frame exists only while it draws; of what
 * it sends, an image or a sentence is used.
 *
 * @returns the image, or a sentence about what prevented it.
 */
async function drawDiagram(source: string, dark: boolean, labels: MarkdownLabels): Promise<Drawn | string> {
  const { characters, statements } = diagramLimits;
  if (source.length > characters || source.split(/[\n;]/).length > statements) return labels.diagramTooLarge;
  const reply = await loadLibrary()
    .then((library) => askFrame({ library, source, dark }))
    .catch((error: unknown) => ({ error: String(error) }));
  if (reply === null) return labels.diagramTimedOut;
  if ('error' in reply) return labels.diagramFailed(String(reply.error).slice(0, longestError));
  const { svg, width, height } = reply;
  if (typeof svg !== 'string' || svg.length > longestSvg || !isSide(width) || !isSide(height))
    return labels.diagramTooLarge;
  const drawn = { url: URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })), width, height };
  keep(keyOf(source, dark), drawn);
  return drawn;
}

const isSide = (size: unknown) => typeof size === 'number' && size > 0 && size < largestSide;

function keep(key: string, drawn: Drawn): void {
  kept.set(key, drawn);
  for (const [oldest, { url }] of kept) {
    if (kept.size <= keptCount) return;
    kept.delete(oldest);
    URL.revokeObjectURL(url);
  }
}

/** The library as its authors publish it for pages, as text: the frame cannot load anything itself. */
async function loadLibrary(): Promise<string> {
  const response = await fetch(libraryAddress);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.text();
}

/** Returns null when there was no reply in time. The frame is removed in either case, and what still runs in it. */
async function askFrame(request: DiagramRequest): Promise<DiagramReply | null> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.width = '1200';
  frame.height = '900';
  // Laid out, so that text can be measured, and never seen.
  Object.assign(frame.style, { position: 'fixed', left: '-9999px', top: '0', visibility: 'hidden' });
  frame.src = diagramFramePath;
  const { port1, port2 } = new MessageChannel();
  try {
    return await new Promise((resolve) => {
      setTimeout(() => resolve(null), timeoutMs);
      port1.onmessage = ({ data }) => resolve(data as DiagramReply);
      // Its origin has no name that a message could be restricted to.
      frame.onload = () => frame.contentWindow?.postMessage(request, '*', [port2]);
      document.body.append(frame);
    });
  } finally {
    frame.remove();
    port1.close();
  }
}
