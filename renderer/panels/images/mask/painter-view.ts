import type { ZoomView } from '../image-files/zoom-view.ts';
import type { PaintLayer } from './mask-canvas.ts';

export interface Ring {
  /** In pixels of the picture. */
  x: number;
  y: number;
  size: number;
  tool: 'paint' | 'erase';
}

const hatchPixels = 8;

/** The hatch of a mask, in the two tones that can be told from any picture. */
function hatch(pen: CanvasRenderingContext2D): CanvasPattern | null {
  const tile = new OffscreenCanvas(hatchPixels, hatchPixels);
  const tilePen = tile.getContext('2d');
  if (!tilePen) return null;
  tilePen.fillStyle = 'rgb(12 58 60 / 0.52)';
  tilePen.fillRect(0, 0, hatchPixels, hatchPixels);
  tilePen.strokeStyle = 'rgb(130 219 213 / 0.8)';
  tilePen.lineWidth = 2.2;
  tilePen.beginPath();
  for (const shift of [-hatchPixels, 0, hatchPixels]) {
    tilePen.moveTo(shift, hatchPixels);
    tilePen.lineTo(shift + hatchPixels, 0);
  }
  tilePen.stroke();
  return pen.createPattern(tile, 'repeat');
}

const around = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [0.7, 0.7],
  [-0.7, 0.7],
  [0.7, -0.7],
  [-0.7, -0.7],
] as const;

/**
 * Draws what lies over the picture: the mask as a hatch with a light and a dark edge, and the ring of the brush. The
 * canvas has the size of the window, so that this costs the same for a picture of any size.
 */
export function drawOverlay(
  canvas: HTMLCanvasElement,
  layer: PaintLayer,
  view: ZoomView,
  density: number,
  ring: Ring | null,
): void {
  const pen = canvas.getContext('2d');
  if (!pen || canvas.width === 0 || canvas.height === 0) return;
  const { width, height } = canvas;
  const place = [view.x * density, view.y * density] as const;
  const size = [layer.width * view.scale * density, layer.height * view.scale * density] as const;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, width, height);

  const shape = new OffscreenCanvas(width, height);
  const shapePen = shape.getContext('2d');
  if (!shapePen) return;
  const stamp = (reach: number, colour: string) => {
    shapePen.globalCompositeOperation = 'source-over';
    shapePen.clearRect(0, 0, width, height);
    for (const [dx, dy] of around)
      shapePen.drawImage(layer.canvas, place[0] + dx * reach, place[1] + dy * reach, ...size);
    shapePen.globalCompositeOperation = 'source-in';
    shapePen.fillStyle = colour;
    shapePen.fillRect(0, 0, width, height);
    pen.drawImage(shape, 0, 0);
  };
  stamp(2.6 * density, '#062120');
  stamp(1.3 * density, '#f3efe6');
  pen.globalCompositeOperation = 'destination-out';
  pen.drawImage(layer.canvas, ...place, ...size);
  shapePen.globalCompositeOperation = 'source-over';
  shapePen.clearRect(0, 0, width, height);
  shapePen.drawImage(layer.canvas, ...place, ...size);
  shapePen.globalCompositeOperation = 'source-in';
  shapePen.fillStyle = hatch(pen) ?? 'rgb(12 58 60 / 0.5)';
  shapePen.fillRect(0, 0, width, height);
  pen.globalCompositeOperation = 'source-over';
  pen.drawImage(shape, 0, 0);
  if (ring) drawRing(pen, ring, view, density);
}

function drawRing(pen: CanvasRenderingContext2D, ring: Ring, view: ZoomView, density: number): void {
  const x = (view.x + ring.x * view.scale) * density;
  const y = (view.y + ring.y * view.scale) * density;
  const radius = Math.max(2, (ring.size / 2) * view.scale * density);
  pen.setLineDash(ring.tool === 'erase' ? [4 * density, 3 * density] : []);
  for (const [colour, weight] of [
    ['#0c1012', 3.5],
    ['#ffffff', 1.6],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = weight * density;
    pen.beginPath();
    pen.arc(x, y, radius, 0, Math.PI * 2);
    pen.moveTo(x - 3 * density, y);
    pen.lineTo(x + 3 * density, y);
    pen.moveTo(x, y - 3 * density);
    pen.lineTo(x, y + 3 * density);
    pen.stroke();
  }
  pen.setLineDash([]);
}
