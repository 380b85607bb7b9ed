import type { FileRef } from '#shared/protocol/part.ts';
import { decodeImage, storeCanvas } from '../image-files/read-image.ts';
import { imageStore } from '../images.ts';
import type { Card } from '../model/card-note.ts';
import { imagesOf } from '../model/generation.ts';

const cell = 320;
const caption = 44;
const space = 16;
/** The most images on a sheet; a larger one would exceed what browsers can draw. */
const maxOnSheet = 120;

/** Returns the columns and size of a sheet, px; as close to a square as columns allow. */
export function sheetLayout(count: number): { columns: number; width: number; height: number } {
  const columns = Math.max(1, Math.ceil(Math.sqrt(count)));
  const rows = Math.max(1, Math.ceil(count / columns));
  return {
    columns,
    width: columns * (cell + space) + space,
    height: rows * (cell + caption + space) + space,
  };
}

/**
 * Makes one PNG with all images of the selected generations, each above its prompt and facts. Rejects with an
 * `AppError`.
 */
export async function contactSheet(cards: readonly Card[]): Promise<FileRef> {
  const entries: { file: FileRef; title: string; facts: string }[] = [];
  for (const { id, title } of cards) {
    const generation = await imageStore().open(id);
    for (const { file, width, height } of generation ? imagesOf(generation) : [])
      if (file && generation)
        entries.push({
          file,
          title,
          facts: [generation.order.model, width && height ? `${width}×${height}` : ''].filter(Boolean).join(' · '),
        });
  }
  const listed = entries.slice(0, maxOnSheet);
  const { columns, width, height } = sheetLayout(listed.length);
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no pictures');
  pen.fillStyle = '#fbfaf7';
  pen.fillRect(0, 0, width, height);
  for (const [index, { file, title, facts }] of listed.entries()) {
    const x = space + (index % columns) * (cell + space);
    const y = space + Math.floor(index / columns) * (cell + caption + space);
    await drawImage(pen, file.id, x, y);
    pen.font = '500 13px "Inter Variable", system-ui, sans-serif';
    pen.fillStyle = '#1a1e20';
    pen.fillText(cut(pen, title), x, y + cell + 18);
    pen.font = '11px "JetBrains Mono Variable", ui-monospace, monospace';
    pen.fillStyle = '#62686a';
    pen.fillText(cut(pen, facts), x, y + cell + 36);
  }
  return storeCanvas(canvas, `contact-sheet-${listed.length}.png`, 'image/png');
}

async function drawImage(pen: OffscreenCanvasRenderingContext2D, id: string, x: number, y: number): Promise<void> {
  pen.fillStyle = '#ece8e0';
  pen.fillRect(x, y, cell, cell);
  // An image that cannot be decoded leaves its cell empty; the others are still drawn.
  const bitmap = await decodeImage(id, cell).catch(() => null);
  if (!bitmap) return;
  pen.drawImage(bitmap, x + (cell - bitmap.width) / 2, y + (cell - bitmap.height) / 2);
  bitmap.close();
}

function cut(pen: OffscreenCanvasRenderingContext2D, text: string): string {
  if (pen.measureText(text).width <= cell) return text;
  let end = text.length;
  while (end > 1 && pen.measureText(`${text.slice(0, end)}…`).width > cell) end -= 1;
  return `${text.slice(0, end)}…`;
}
