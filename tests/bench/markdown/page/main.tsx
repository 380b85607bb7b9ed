import '../../../../renderer/ui/base/fonts.ts';
import '../../../../renderer/ui/base/tokens.css';
import '../../../../renderer/ui/base/base.css';
import './page.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { UiProvider } from '../../../../renderer/ui/base/ui-provider.tsx';
import { CodeBlock } from '../../../../renderer/ui/markdown/code-block.tsx';
import { findColors } from '../../../../renderer/ui/markdown/code-colors.ts';
import { charsPerToken, corpus, type Kind, sourceCode } from '../corpus.ts';
import Feeder from './feeder.ts?worker';
import { variants } from './variants.tsx';

export interface StreamAsk {
  variant: string;
  kind: Kind;
  /** The text is present up to `from`, then streams up to `to`. */
  fromTokens: number;
  toTokens: number;
  perSecond: number;
}

export interface StreamResult {
  paints: number;
  frames: number;
  /** Share of frames that were late, 0 to 1. */
  dropped: number;
  longestTaskMs: number;
  /** From the last chunk of text to the paint that shows it. */
  lastPaintMs: number;
  elements: number;
}

const host = document.getElementById('root') as HTMLElement;
const root = createRoot(host);
let shown = '';

function draw(variant: string, text: string, live: boolean): void {
  const Variant = variants[variant];
  if (!Variant) throw new Error(`no variant ${variant}`);
  flushSync(() =>
    root.render(
      <UiProvider>
        <div id="view">
          <div id="column">
            <Variant text={text} live={live} />
          </div>
        </div>
      </UiProvider>,
    ),
  );
  shown = text;
  const view = document.getElementById('view');
  if (view) view.scrollTop = view.scrollHeight;
}

const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));

async function prepare(ask: StreamAsk): Promise<void> {
  await document.fonts.ready;
  draw(ask.variant, corpus(ask.kind, ask.toTokens).slice(0, ask.fromTokens * charsPerToken), true);
  for (let frame = 0; frame < 10; frame += 1) await nextFrame();
}

async function stream(ask: StreamAsk): Promise<StreamResult> {
  const text = corpus(ask.kind, ask.toTokens);
  const from = ask.fromTokens * charsPerToken;
  let received = text.slice(0, from);
  let lastPieceAt = 0;
  let isDone = false;
  const result: StreamResult = { paints: 0, frames: 0, dropped: 0, longestTaskMs: 0, lastPaintMs: 0, elements: 0 };
  const tasks = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) result.longestTaskMs = Math.max(result.longestTaskMs, duration);
  });
  tasks.observe({ entryTypes: ['longtask'] });
  const feeder = new Feeder();
  feeder.onmessage = ({ data }: MessageEvent<string | null>) => {
    if (data === null) isDone = true;
    else {
      received += data;
      lastPieceAt = performance.now();
    }
  };
  feeder.postMessage({ text, from, perSecond: ask.perSecond, charsPerToken });
  let late = 0;
  let before = await nextFrame();
  while (!isDone || shown !== received) {
    const now = await nextFrame();
    result.frames += 1;
    late += Math.max(0, Math.round((now - before) / (1000 / 60)) - 1);
    before = now;
    if (shown === received) continue;
    draw(ask.variant, received, true);
    result.paints += 1;
  }
  await nextFrame();
  result.lastPaintMs = performance.now() - lastPieceAt;
  draw(ask.variant, received, false);
  await nextFrame();
  feeder.terminate();
  tasks.disconnect();
  result.dropped = late / (result.frames + late);
  result.elements = document.querySelectorAll('#column *').length;
  return result;
}

const noLabels = {
  copy: '',
  copied: '',
  copyFailed: '',
  image: '',
  footnotes: '',
  backToText: '',
  taskDone: '',
  taskOpen: '',
  more: '',
  moreRows: '',
  moreColumns: '',
  drawDiagram: '',
  showSource: '',
  diagram: '',
  diagramFailed: String,
  diagramTooLarge: '',
  diagramTimedOut: '',
};

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Inserting a closed fence, plain at first, and then its colors, both up to the finished layout; and the library's own
 * parsing alone.
 */
async function color(chars: number): Promise<{ plainMs: number; colorMs: number; readMs: number }> {
  const base = sourceCode(chars);
  await findColors(base.slice(0, 500), 'typescript');
  const plain: number[] = [];
  const colored: number[] = [];
  const read: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    // A different text each time: colors of a known text are cached.
    const code = `// ${round}\n${base}`;
    let began = performance.now();
    flushSync(() =>
      root.render(
        <UiProvider>
          <div id="column">
            <CodeBlock key={round} code={code} info="ts" labels={noLabels} />
          </div>
        </UiProvider>,
      ),
    );
    const column = document.getElementById('column') as HTMLElement;
    column.getBoundingClientRect();
    plain.push(performance.now() - began);
    began = performance.now();
    await new Promise<void>((done) => {
      const watch = new MutationObserver(() => {
        watch.disconnect();
        done();
      });
      watch.observe(column, { childList: true, subtree: true });
    });
    column.getBoundingClientRect();
    colored.push(performance.now() - began);
    began = performance.now();
    await findColors(`${code}\n`, 'typescript');
    read.push(performance.now() - began);
    await nextFrame();
  }
  return { plainMs: median(plain), colorMs: median(colored), readMs: median(read) };
}

/** Renders a whole text at once, up to the finished layout. */
function show(text: string): void {
  draw('floor', '', false);
  draw('own', text, false);
}

Object.assign(window, { bench: { prepare, stream, color, show } });

declare global {
  interface Window {
    bench: { prepare: typeof prepare; stream: typeof stream; color: typeof color; show: typeof show };
  }
}
