import type { Pen } from './map-drawing.ts';

/** Writes what is drawn as SVG, in the coordinates of the drawing. */
export interface SvgPen extends Pen {
  fillRect(x: number, y: number, width: number, height: number): void;
  strokeRect(x: number, y: number, width: number, height: number): void;
  /** Moves everything drawn by `draw`, and cuts it off at the edges of a box. */
  within(box: { left: number; top: number; width: number; height: number }, draw: () => void): void;
  /** Returns the whole file. */
  file(width: number, height: number): string;
}

/** @param measure returns the width of a text in a font: SVG is written without knowing its letters. */
export function svgPen(measure: (text: string, font: string) => number): SvgPen {
  const parts: string[] = [];
  let path = '';
  let dashes: number[] = [];
  let clips = 0;
  const at = (value: number) => String(Math.round(value * 100) / 100);
  const paint = (kind: 'fill' | 'stroke') => {
    const color = String(kind === 'fill' ? pen.fillStyle : pen.strokeStyle);
    const stroke = `fill="none" stroke="${color}" stroke-width="${at(pen.lineWidth)}"`;
    const opacity = pen.globalAlpha < 1 ? ` opacity="${at(pen.globalAlpha)}"` : '';
    const dash = kind === 'stroke' && dashes.length > 0 ? ` stroke-dasharray="${dashes.join(' ')}"` : '';
    return `${kind === 'fill' ? `fill="${color}"` : stroke}${opacity}${dash}`;
  };
  const write = (kind: 'fill' | 'stroke') => {
    if (path !== '') parts.push(`<path d="${path}" ${paint(kind)}/>`);
  };
  const text = (kind: 'fill' | 'stroke', line: string, x: number, y: number) => {
    const [, weight = '400', size = '12'] = /^(\d+) ([\d.]+)px/.exec(pen.font) ?? [];
    const anchor = { center: 'middle', right: 'end', end: 'end', left: 'start', start: 'start' }[pen.textAlign];
    const base = pen.textBaseline === 'middle' ? ' dominant-baseline="central"' : '';
    const join = kind === 'stroke' ? ` stroke-linejoin="${pen.lineJoin}"` : '';
    parts.push(
      `<text x="${at(x)}" y="${at(y)}" font-weight="${weight}" font-size="${size}" text-anchor="${anchor}"${base}${join} ${paint(kind)}>${escaped(line)}</text>`,
    );
  };
  const rect = (kind: 'fill' | 'stroke', x: number, y: number, width: number, height: number) =>
    parts.push(`<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" ${paint(kind)}/>`);
  const pen: SvgPen = {
    strokeStyle: '#000',
    fillStyle: '#000',
    lineWidth: 1,
    globalAlpha: 1,
    font: '400 12px sans-serif',
    textAlign: 'start',
    textBaseline: 'alphabetic',
    lineJoin: 'miter',
    beginPath: () => {
      path = '';
    },
    closePath: () => {
      path += 'Z';
    },
    moveTo: (x, y) => {
      path += `M${at(x)} ${at(y)}`;
    },
    lineTo: (x, y) => {
      path += `L${at(x)} ${at(y)}`;
    },
    /** Only whole circles are drawn: two halves, because one arc cannot end where it begins. */
    arc: (x, y, radius) => {
      const r = at(radius);
      path += `M${at(x + radius)} ${at(y)}A${r} ${r} 0 1 1 ${at(x - radius)} ${at(y)}A${r} ${r} 0 1 1 ${at(x + radius)} ${at(y)}`;
    },
    rect: (x, y, width, height) => {
      path += `M${at(x)} ${at(y)}h${at(width)}v${at(height)}h${at(-width)}Z`;
    },
    fill: () => write('fill'),
    stroke: () => write('stroke'),
    fillText: (line, x, y) => text('fill', line, x, y),
    strokeText: (line, x, y) => text('stroke', line, x, y),
    measureText: (line) => ({ width: measure(line, pen.font) }) as TextMetrics,
    setLineDash: (given) => {
      dashes = [...given];
    },
    fillRect: (x, y, width, height) => rect('fill', x, y, width, height),
    strokeRect: (x, y, width, height) => rect('stroke', x, y, width, height),
    within({ left, top, width, height }, draw) {
      clips += 1;
      parts.push(
        `<clipPath id="clip${clips}"><rect width="${at(width)}" height="${at(height)}"/></clipPath>`,
        `<g transform="translate(${at(left)} ${at(top)})" clip-path="url(#clip${clips})">`,
      );
      draw();
      parts.push('</g>');
    },
    file: (width, height) =>
      [
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Inter, Helvetica, Arial, sans-serif">`,
        ...parts,
        '</svg>',
        '',
      ].join('\n'),
  };
  return pen;
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
