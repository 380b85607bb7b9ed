import { expect, test } from 'vitest';
import { svgPen } from '../../../../../../../renderer/panels/embeddings/lab/map/svg-pen.ts';

test('what is drawn becomes shapes and text, with names escaped and everything in the box cut off at its edges', () => {
  const pen = svgPen((text) => text.length * 10);
  expect(pen.measureText('four').width).toBe(40);
  pen.fillStyle = 'rgb(1, 2, 3)';
  pen.font = '640 13px "Inter Variable", Inter';
  pen.textAlign = 'center';
  pen.within({ left: 5, top: 6, width: 100, height: 50 }, () => {
    pen.beginPath();
    pen.arc(10, 20, 4, 0, Math.PI * 2);
    pen.globalAlpha = 0.5;
    pen.fill();
    pen.globalAlpha = 1;
    pen.fillText('a < b & "c"', 10, 20);
  });
  pen.setLineDash([5, 4]);
  pen.strokeRect(0, 0, 10.126, 10);
  const file = pen.file(200, 100);
  expect(file).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 200 100"/);
  expect(file).toContain('<g transform="translate(5 6)" clip-path="url(#clip1)">');
  expect(file).toContain('<path d="M14 20A4 4 0 1 1 6 20A4 4 0 1 1 14 20" fill="rgb(1, 2, 3)" opacity="0.5"/>');
  expect(file).toContain('font-weight="640" font-size="13" text-anchor="middle"');
  expect(file).toContain('>a &lt; b &amp; &quot;c&quot;</text>');
  expect(file).toContain('width="10.13"');
  expect(file).toContain('stroke-dasharray="5 4"');
  expect(file.trim().endsWith('</svg>')).toBe(true);
});
