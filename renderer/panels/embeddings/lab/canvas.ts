import { useCallback, useEffect, useRef, useState } from 'react';
import { useAppearance } from '../../../lib/preferences/appearance.ts';
import type { Box } from './map/map-view.ts';

/** Theme colors in the form a canvas accepts. */
export interface Palette {
  /** Of the groups of points. */
  hues: string[];
  text: string;
  quiet: string;
  line: string;
  surface: string;
  cord: string;
  copper: string;
  low: string;
  high: string;
}

const hues = ['--d1', '--d2', '--d3', '--d4', '--d5', '--d6'] as const;

/** Custom properties contain both themes; only a color in use is resolved. */
function readPalette(): Palette {
  const probe = document.createElement('span');
  document.body.append(probe);
  const resolve = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const palette = {
    hues: hues.map(resolve),
    text: resolve('--text'),
    quiet: resolve('--text-3'),
    line: resolve('--line'),
    surface: resolve('--surface'),
    cord: resolve('--cord'),
    copper: resolve('--copper'),
    low: resolve('--hover'),
    high: resolve('--cord-bright'),
  };
  probe.remove();
  return palette;
}

/** Returns the colors of the current theme; reads them again when it changes. */
export function usePalette(): Palette {
  const { theme } = useAppearance();
  const [palette, setPalette] = useState(readPalette);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the theme changes
  useEffect(() => {
    const read = () => setPalette(readPalette());
    // The document applies a selected theme in the same tick, so the drawing must follow at once.
    read();
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', read);
    return () => system.removeEventListener('change', read);
  }, [theme]);
  return palette;
}

/** Returns red, green and blue of a resolved color. */
function channelsOf(color: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}

/** Returns the color at a share, from 0 to 1, of the way from one resolved color to another. */
export function between(from: string, to: string, share: number): string {
  const [one, other] = [channelsOf(from), channelsOf(to)];
  const part = (at: 0 | 1 | 2) => Math.round(one[at] + (other[at] - one[at]) * share);
  return `rgb(${part(0)} ${part(1)} ${part(2)})`;
}

/** A canvas as large as the box around it, in device pixels. */
export function useCanvas() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [around, setAround] = useState<HTMLDivElement | null>(null);
  const [size, setSize] = useState<Box>({ width: 0, height: 0 });
  const ratio = Math.min(window.devicePixelRatio || 1, 3);
  // The box may mount later than the component: it is measured once it exists.
  const box = useCallback((element: HTMLDivElement | null) => setAround(element), []);
  useEffect(() => {
    if (!around) return;
    const measure = () => setSize({ width: around.clientWidth, height: around.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(around);
    measure();
    return () => observer.disconnect();
  }, [around]);
  return { box, around, canvas, size, ratio };
}

/** Draws in the next frame; several requests in between draw once. */
export function useFrame(draw: () => void): void {
  useEffect(() => {
    const frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [draw]);
}
