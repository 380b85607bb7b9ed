import '../../../../renderer/ui/base/tokens.css';
import '../../../../renderer/ui/base/base.css';
import { openAnalysis } from '../../../../renderer/lib/vectors/open-analysis.ts';
import { seededRandom } from '../../../../renderer/lib/vectors/random.ts';
import { drawMap, type MapScene } from '../../../../renderer/panels/embeddings/lab/map/map-drawing.ts';
import { fitView, zoomAt } from '../../../../renderer/panels/embeddings/lab/map/map-view.ts';
import { syntheticRows } from '../../vectors/corpus.ts';

export interface Drawn {
  /** From the first call to the frame that shows it. */
  firstMs: number;
  framesPerSecond: number;
}

const size = { width: 1000, height: 700 };
const clusters = 6;
const colors = ['#4063d8', '#389826', '#cb3c33', '#9558b2', '#b08000', '#1b7f8c'];
const nextFrame = () => new Promise<number>((done) => requestAnimationFrame(done));
const host = document.getElementById('root') as HTMLElement;

function points(count: number): Float32Array {
  const random = seededRandom(3);
  return Float32Array.from({ length: count * 2 }, () => random() + random() + random() - 1.5);
}

/** Zooms back and forth for two seconds, drawing in every frame. */
async function framesWhile(draw: (factor: number) => void): Promise<number> {
  const began = await nextFrame();
  let frames = 0;
  for (let now = began; now - began < 2000; now = await nextFrame()) {
    frames += 1;
    draw(1 + Math.sin((now - began) / 300) * 0.5);
  }
  return frames / 2;
}

/** Two frames: the first one draws, the second one is requested when it is shown. */
async function timed(draw: () => void): Promise<number> {
  await nextFrame();
  const began = performance.now();
  draw();
  await nextFrame();
  await nextFrame();
  return performance.now() - began;
}

async function canvas(count: number): Promise<Drawn> {
  const element = document.createElement('canvas');
  element.width = size.width;
  element.height = size.height;
  const context = element.getContext('2d') as CanvasRenderingContext2D;
  const base = points(count);
  const fitted = fitView([base], size);
  const scene: MapScene = {
    ...size,
    ratio: 1,
    view: fitted,
    flat: { map: base, shares: null },
    marks: colors.map((color) => ({ color, shape: 'disc' })),
    of: Uint8Array.from({ length: count }, (_, row) => row % clusters),
    palette: {
      hues: colors,
      text: '#111',
      quiet: '#666',
      line: '#ddd',
      surface: '#fff',
      cord: '#06c',
      copper: '#b60',
      low: '#eee',
      high: '#06c',
    },
    focus: -1,
    hover: -1,
    near: [],
    query: null,
    isShown: null,
    lasso: [],
  };
  const firstMs = await timed(() => {
    host.replaceChildren(element);
    drawMap(context, scene);
  });
  const framesPerSecond = await framesWhile((factor) =>
    drawMap(context, { ...scene, view: zoomAt(fitted, factor, size.width / 2, size.height / 2, fitted.scale) }),
  );
  return { firstMs, framesPerSecond };
}

/** The longest time between two frames of this page while the worker computes the layout, and of an idle page before. */
async function gap(rows: number): Promise<{ idleMs: number; busyMs: number; loadMs: number }> {
  const analysis = openAnalysis();
  const vectors = syntheticRows(rows, 1536, 7);
  const longestUntil = async (over: Promise<unknown>) => {
    let isOver = false;
    void over.then(() => {
      isOver = true;
    });
    let longest = 0;
    for (let last = await nextFrame(); !isOver; ) {
      const now = await nextFrame();
      longest = Math.max(longest, now - last);
      last = now;
    }
    return longest;
  };
  const idleMs = await longestUntil(new Promise((done) => setTimeout(done, 2000)));
  const began = performance.now();
  const load = analysis.load(vectors);
  const busyMs = await longestUntil(load);
  const loadMs = performance.now() - began;
  analysis.close();
  return { idleMs, busyMs, loadMs };
}

const bench = { canvas, gap };
export type MapBench = typeof bench;
Object.assign(window, { bench });
