import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const room = path.join(import.meta.dirname, '../../../../../renderer/ui');
const source = readFileSync(path.join(room, 'base/tokens.css'), 'utf8');

type Theme = 'light' | 'dark';

/** The color of a token as hex, in one theme. */
function colour(name: string, theme: Theme): string {
  const pair = new RegExp(`--${name}:\\s*light-dark\\((#[0-9a-f]{6}),\\s*(#[0-9a-f]{6})\\)`).exec(source);
  const single = new RegExp(`--${name}:\\s*(#[0-9a-f]{6})`).exec(source);
  const found = pair ? pair[theme === 'light' ? 1 : 2] : single?.[1];
  if (found === undefined) throw new Error(`no colour --${name}`);
  return found;
}

/** WCAG 2.2 contrast ratio of two hex colors. */
function contrast(a: string, b: string): number {
  const light = (hex: string) => {
    const [r = 0, g = 0, blue = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  };
  const [high = 0, low = 0] = [light(a), light(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const grounds = ['desk', 'surface', 'sunken', 'raised'];
const intents = ['ok', 'warn', 'bad', 'odd'];

// A new color is added to this table before it is used: what is drawn, on what, and the minimum contrast it must have.
const table: { colours: string[]; on: string[]; least: number }[] = [
  { colours: ['text'], on: [...grounds, 'hover', 'cord-tint'], least: 10 },
  { colours: ['text-2'], on: [...grounds, 'hover', 'cord-tint'], least: 5.5 },
  { colours: ['text-3'], on: [...grounds, 'hover'], least: 4.5 },
  { colours: ['cord'], on: [...grounds, 'hover', 'cord-tint'], least: 4.5 },
  { colours: ['on-cord'], on: ['cord', 'cord-hover'], least: 4.5 },
  { colours: ['on-bad'], on: ['bad'], least: 4.5 },
  { colours: ['surface'], on: ['text'], least: 10 },
  ...intents.map((name) => ({ colours: [name], on: [`${name}-tint`, ...grounds], least: 4.5 })),
  { colours: ['line-field', 'cord-bright', 'copper'], on: ['surface', 'sunken', 'raised'], least: 3 },
  { colours: ['d1', 'd2', 'd3', 'd4', 'd5', 'd6'], on: ['surface', 'sunken'], least: 3 },
  { colours: ['c-key', 'c-str', 'c-num', 'c-lit'], on: ['surface', 'sunken', 'raised', 'cord-tint'], least: 4.5 },
  { colours: ['rack-text'], on: ['rack'], least: 4.5 },
  { colours: ['rack-text-on'], on: ['rack', 'rack-2'], least: 7 },
  { colours: ['rack-cord', 'rack-copper'], on: ['rack'], least: 3 },
  { colours: ['rack-on-cord'], on: ['rack-cord'], least: 4.5 },
];

for (const theme of ['light', 'dark'] as const) {
  test(`${theme}: every color that carries meaning is distinguishable from its background`, () => {
    const weak = table.flatMap(({ colours, on, least }) =>
      colours.flatMap((name) =>
        on
          .map((ground) => ({
            pair: `${name} on ${ground}`,
            ratio: contrast(colour(name, theme), colour(ground, theme)),
            least,
          }))
          .filter(({ ratio }) => ratio < least),
      ),
    );
    expect(weak).toEqual([]);
  });
}

test.each(['light', 'dark'] as const)('%s: what is hovered or disabled differs from the ground it is on', (theme) => {
  for (const ground of ['surface', 'sunken', 'raised'])
    expect(contrast(colour('hover', theme), colour(ground, theme)), ground).toBeGreaterThan(1.08);
});

test('a disabled control is never dashed: dashes are a drop zone', () => {
  const rules = readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => readFileSync(path.join(room, file), 'utf8').match(/^[^\n{}]*disabled[^{}]*\{[^}]*\}/gm) ?? []);
  expect(rules.length).toBeGreaterThan(5);
  expect(rules.filter((rule) => rule.includes('dashed'))).toEqual([]);
});

test('every token that a component reads exists', () => {
  const files = readdirSync(room, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  // Set by a component in its own rules, from its script, or by the primitives on the elements they position.
  const local = /^(?:at|c|min-rows|max-rows|anchor-width|available-width|available-height|toast-swipe-movement-x)$/;
  // The colors of an intent, set on the element that has it.
  const tones = readFileSync(path.join(room, 'base/tone.module.css'), 'utf8');
  const missing = files.flatMap((file) => {
    const rules = readFileSync(path.join(room, file), 'utf8');
    return [...rules.matchAll(/var\(--([\w-]+)/g)]
      .map((match) => match[1] as string)
      .filter((name) => !local.test(name) && ![source, tones, rules].some((text) => text.includes(`--${name}:`)))
      .map((name) => `${path.basename(file)}: --${name}`);
  });
  expect(missing).toEqual([]);
});

test('every monospace face has ligatures disabled, so no rule can turn them on again', () => {
  const faces = readFileSync(path.join(room, 'base/mono-font.css'), 'utf8').match(/@font-face \{[^}]*\}/g) ?? [];
  expect(faces.length).toBeGreaterThan(1);
  for (const face of faces) expect(face).toMatch(/font-feature-settings:\s*"liga" 0,\s*"calt" 0;/);
  expect(readFileSync(path.join(room, 'base/fonts.ts'), 'utf8')).not.toContain('@fontsource-variable/jetbrains-mono');
});
