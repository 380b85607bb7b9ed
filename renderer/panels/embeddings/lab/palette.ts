import { useEffect, useState } from 'react';
import { useAppearance } from '../../../lib/preferences/appearance.ts';

/** Colours of the theme as a canvas takes them. */
export interface Palette {
  clusters: string[];
  text: string;
  quiet: string;
  line: string;
  surface: string;
  cord: string;
  copper: string;
  low: string;
  high: string;
}

/** Clusters beyond the last hue take the first ones again, and their names tell them apart. */
const hues = ['--d1', '--d2', '--d3', '--d4', '--d5', '--d6'] as const;

/** Custom properties hold both themes; only a colour that is in use is resolved. */
export function readPalette(): Palette {
  const probe = document.createElement('span');
  document.body.append(probe);
  const resolve = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const palette = {
    clusters: hues.map(resolve),
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

export const clusterColour = (group: number): string => `var(${hues[group % hues.length]})`;

/** The colours of the theme that is on, read again when it changes. */
export function usePalette(): Palette {
  const { theme } = useAppearance();
  const [palette, setPalette] = useState(readPalette);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is the occasion
  useEffect(() => {
    const read = () => setPalette(readPalette());
    // The document takes a chosen theme in the same turn; what is drawn must follow it.
    read();
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', read);
    return () => system.removeEventListener('change', read);
  }, [theme]);
  return palette;
}

/** Red, green and blue of a resolved colour. */
export function channelsOf(colour: string): [number, number, number] {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
}
