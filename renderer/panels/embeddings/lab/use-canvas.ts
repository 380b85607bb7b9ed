import { useCallback, useEffect, useRef, useState } from 'react';
import type { Box } from './map/map-view.ts';

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
