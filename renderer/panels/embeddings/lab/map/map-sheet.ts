import { formatNumber } from '../../../../lib/i18n/format.ts';
import type { Flat } from '../analysis-store.ts';
import type { Coloring } from '../coloring.ts';
import { type Mark, marksOf, namesOf, traceMark } from '../marks.tsx';
import { type Palette, readPalette } from '../palette.ts';
import { drawMap, type Pen } from './map-drawing.ts';
import { fitView } from './map-view.ts';
import { svgPen } from './svg-pen.ts';

/** The text around the map on the exported image. */
export interface SheetLabels {
  title: string;
  /** Model, layout and number of texts. */
  subtitle: string;
  /** What the colors mean. */
  legendTitle: string;
  legend: LegendEntry[];
}

export interface LegendEntry {
  name: string;
  count: string;
  /** The number of its mark; `null` for the second model. */
  mark: number | null;
}

interface SheetFacts {
  title: string;
  model: string;
  overlayModel: string | null;
  layout: string;
  texts: string;
  coloring: Coloring;
  /** The name of the clusters, for a map that they color. */
  clusters: string;
}

/** Returns title, facts and legend of a map. Each group is listed with the number of its texts, a scale with its ends. */
export function sheetLabels(facts: SheetFacts): SheetLabels {
  const { title, model, overlayModel, layout, texts, coloring, clusters } = facts;
  const { groups, scale, column } = coloring;
  const entries = scale
    ? [{ name: `${formatNumber(scale.low)} – ${formatNumber(scale.high)}`, count: '', mark: 0 }]
    : groups.map(({ name, count }, mark) => ({ name, count: formatNumber(count), mark }));
  return {
    title,
    subtitle: [model, layout, texts].filter(Boolean).join(' · '),
    legendTitle: column ?? clusters,
    legend: [...entries, ...(overlayModel ? [{ name: overlayModel, count: '', mark: null }] : [])],
  };
}

/** Layout size of the image in pixels; an image has two or four times as many. */
export const sheetSize = { width: 1600, height: 900 };
const margin = 40;
const headPx = 92;
const legendPx = 320;
/** Points and names are larger than on the page: a slide is read from farther away. */
const zoom = 1.7;
const font = (weight: number, px: number) => `${weight} ${px}px "Inter Variable", Inter, sans-serif`;

interface Drawn {
  flat: Flat;
  coloring: Coloring;
}

/** What the sheet needs besides the drawing of the map. */
interface SheetPen extends Pen {
  fillRect(x: number, y: number, width: number, height: number): void;
  strokeRect(x: number, y: number, width: number, height: number): void;
}

/** Draws the whole map on the theme's background, with title, model and legend. @param ratio pixels per layout pixel. */
export async function sheetPng(words: SheetLabels, drawn: Drawn, ratio: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(sheetSize.width * ratio, sheetSize.height * ratio);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws nothing off the page');
  context.scale(ratio, ratio);
  const pen = context as unknown as CanvasRenderingContext2D;
  drawSheet(pen, words, drawn, ratio, ({ left, top, width, height }, draw) => {
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    context.translate(left, top);
    draw();
    context.restore();
  });
  return canvas.convertToBlob({ type: 'image/png' });
}

/** Draws the same sheet as SVG, with text that stays text. */
export function sheetSvg(words: SheetLabels, drawn: Drawn): string {
  const measuring = new OffscreenCanvas(1, 1).getContext('2d');
  const pen = svgPen((text, inFont) => {
    if (!measuring) return text.length * 8;
    measuring.font = inFont;
    return measuring.measureText(text).width;
  });
  drawSheet(pen, words, drawn, 1, pen.within);
  return pen.file(sheetSize.width, sheetSize.height);
}

type Within = (box: { left: number; top: number; width: number; height: number }, draw: () => void) => void;

function drawSheet(pen: SheetPen, words: SheetLabels, drawn: Drawn, ratio: number, within: Within): void {
  const { flat, coloring } = drawn;
  const palette = readPalette();
  const marks = marksOf(coloring, palette);
  const { width, height } = sheetSize;
  const text = (line: string, x: number, y: number, most: number) => pen.fillText(cut(pen, line, most), x, y);
  pen.fillStyle = palette.surface;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = palette.text;
  pen.font = font(640, 32);
  text(words.title, margin, margin + 26, width - margin * 2);
  pen.fillStyle = palette.quiet;
  pen.font = font(430, 20);
  text(words.subtitle, margin, margin + 60, width - margin * 2);

  const box = { width: width - legendPx - margin * 2, height: height - headPx - margin * 2 };
  const place = { left: margin, top: headPx + margin, ...box };
  within(place, () =>
    drawMap(pen, {
      ...box,
      footPx: 0,
      ratio,
      zoom,
      flat,
      marks,
      of: coloring.of,
      names: namesOf(coloring),
      palette,
      view: fitView(flat.overlay ? [flat.base, flat.overlay.map] : [flat.base], box, 36 * zoom),
      focus: -1,
      hover: -1,
      near: [],
      query: null,
      isShown: null,
      lasso: [],
    }),
  );
  pen.globalAlpha = 1;
  pen.strokeStyle = palette.line;
  pen.lineWidth = 1;
  pen.strokeRect(place.left, place.top, box.width, box.height);
  pen.textAlign = 'left';
  pen.textBaseline = 'alphabetic';
  drawLegend(pen, words, coloring, marks, palette, text);
}

function drawLegend(
  pen: SheetPen,
  { legendTitle, legend }: SheetLabels,
  { scale }: Coloring,
  marks: readonly Mark[],
  palette: Palette,
  text: (line: string, x: number, y: number, most: number) => void,
): void {
  const right = sheetSize.width - margin;
  const left = right - legendPx + 32;
  const top = headPx + margin;
  pen.fillStyle = palette.quiet;
  pen.font = font(540, 17);
  text(legendTitle, left, top + 16, legendPx - 32);
  for (const [at, { name, count, mark }] of legend.entries()) {
    const y = top + 52 + at * 36;
    if (mark === null) {
      pen.strokeStyle = palette.copper;
      pen.lineWidth = 2;
      pen.strokeRect(left, y - 13, 13, 13);
    } else if (scale) {
      const step = (legendPx - 32) / (marks.length - 1);
      for (const [number, { color }] of marks.slice(0, -1).entries()) {
        pen.fillStyle = color;
        pen.fillRect(left + number * step, y - 12, step + 0.5, 14);
      }
    } else {
      const { color, shape } = marks[mark] as Mark;
      pen.beginPath();
      traceMark(pen, shape, left + 7, y - 6, 7.5);
      pen.lineWidth = 2;
      [pen.fillStyle, pen.strokeStyle] = [color, color];
      if (shape === 'ring') pen.stroke();
      else pen.fill();
    }
    pen.font = font(540, 19);
    pen.fillStyle = palette.text;
    if (scale && mark !== null) {
      const [low = '', high = ''] = name.split(' – ');
      text(low, left, y + 26, legendPx / 2);
      pen.textAlign = 'right';
      text(high, right, y + 26, legendPx / 2);
    } else {
      text(name, left + 26, y, legendPx - 120);
      pen.fillStyle = palette.quiet;
      pen.textAlign = 'right';
      text(count, right, y, 90);
    }
    pen.textAlign = 'left';
  }
}

/** Returns a line that fits, shortened with an ellipsis if it is too long. */
function cut(pen: Pen, line: string, width: number): string {
  if (pen.measureText(line).width <= width) return line;
  let shown = line;
  while (shown !== '' && pen.measureText(`${shown}…`).width > width) shown = shown.slice(0, -1);
  return `${shown}…`;
}
