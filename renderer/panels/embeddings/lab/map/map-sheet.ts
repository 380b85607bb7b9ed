import { formatNumber } from '../../../../lib/i18n/format.ts';
import type { Flat } from '../analysis-store.ts';
import { readPalette } from '../palette.ts';
import { drawMap } from './map-drawing.ts';
import { fitView } from './map-view.ts';

/** The text around the map on the exported image. */
export interface SheetLabels {
  title: string;
  /** Model, layout and number of texts. */
  subtitle: string;
  legend: LegendEntry[];
}

export interface LegendEntry {
  name: string;
  count: string;
  /** The cluster's number; `null` for the second model. */
  group: number | null;
}

interface SheetFacts {
  title: string;
  model: string;
  overlayModel: string | null;
  layout: string;
  texts: string;
  names: readonly string[];
  groups: Uint16Array | null;
}

/** Returns title, facts and legend of a map. Each cluster is listed with the number of its texts. */
export function sheetLabels({ title, model, overlayModel, layout, texts, names, groups }: SheetFacts): SheetLabels {
  const counts = names.map(() => 0);
  for (const group of groups ?? []) counts[group] = (counts[group] ?? 0) + 1;
  const clusters = names.map((name, group) => ({ name, count: formatNumber(counts[group] ?? 0), group }));
  return {
    title,
    subtitle: [model, layout, texts].filter(Boolean).join(' · '),
    legend: [...clusters, ...(overlayModel ? [{ name: overlayModel, count: '', group: null }] : [])],
  };
}

/** Layout size of the image in pixels, and device pixels per pixel: 3,200 by 1,800 fill a slide. */
const sheet = { width: 1600, height: 900, ratio: 2 };
const margin = 40;
const headPx = 92;
const legendPx = 300;
const font = (weight: number, px: number) => `${weight} ${px}px "Inter Variable", Inter, sans-serif`;

/** Draws the whole map on the theme's background, with title, model and legend, large enough for a slide. PNG. */
export async function drawSheet(
  words: SheetLabels,
  drawn: { flat: Flat; groups: Uint16Array | null; names: readonly string[] },
): Promise<Blob> {
  const palette = readPalette();
  const [paper, context] = canvasOf(sheet.width, sheet.height);
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, sheet.width, sheet.height);
  const text = (line: string, x: number, y: number, width: number) => context.fillText(cut(context, line, width), x, y);

  context.fillStyle = palette.text;
  context.font = font(700, 28);
  text(words.title, margin, margin + 22, sheet.width - margin * 2);
  context.fillStyle = palette.quiet;
  context.font = font(400, 17);
  text(words.subtitle, margin, margin + 52, sheet.width - margin * 2);

  const box = { width: sheet.width - legendPx - margin * 2, height: sheet.height - headPx - margin * 2 };
  const { flat } = drawn;
  const [map, inMap] = canvasOf(box.width, box.height);
  drawMap(inMap as unknown as CanvasRenderingContext2D, {
    ...box,
    ...drawn,
    ratio: sheet.ratio,
    palette,
    view: fitView(flat.overlay ? [flat.base, flat.overlay.map] : [flat.base], box),
    focus: -1,
    hover: -1,
    near: [],
    isShown: null,
    lasso: [],
  });
  context.drawImage(map, margin, headPx + margin, box.width, box.height);
  context.strokeStyle = palette.line;
  context.strokeRect(margin, headPx + margin, box.width, box.height);

  const left = sheet.width - legendPx - margin + 28;
  context.font = font(500, 17);
  for (const [at, { name, count, group }] of words.legend.entries()) {
    const y = headPx + margin + 24 + at * 32;
    if (group === null) {
      context.strokeStyle = palette.copper;
      context.lineWidth = 2;
      context.strokeRect(left, y - 11, 12, 12);
    } else {
      context.fillStyle = palette.clusters[group % palette.clusters.length] ?? palette.text;
      context.beginPath();
      context.arc(left + 6, y - 5, 7, 0, Math.PI * 2);
      context.fill();
    }
    context.fillStyle = palette.text;
    text(name, left + 26, y, legendPx - 110);
    context.fillStyle = palette.quiet;
    context.textAlign = 'right';
    text(count, sheet.width - margin, y, 80);
    context.textAlign = 'left';
  }
  return paper.convertToBlob({ type: 'image/png' });
}

function canvasOf(width: number, height: number): [OffscreenCanvas, OffscreenCanvasRenderingContext2D] {
  const canvas = new OffscreenCanvas(width * sheet.ratio, height * sheet.ratio);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws nothing off the page');
  context.scale(sheet.ratio, sheet.ratio);
  return [canvas, context];
}

/** Returns a line that fits, shortened with an ellipsis if it is too long. */
function cut(context: OffscreenCanvasRenderingContext2D, line: string, width: number): string {
  if (context.measureText(line).width <= width) return line;
  let shown = line;
  while (shown !== '' && context.measureText(`${shown}…`).width > width) shown = shown.slice(0, -1);
  return `${shown}…`;
}
