import { useEffect, useState } from 'react';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { useForm } from '../form.ts';
import type { InputImage, UsedMask } from '../model/image-order.ts';
import { isBlank, type MaskSteps, noSteps, readSteps } from './mask-strokes.ts';

interface Masks {
  /** By the file they were painted on, the one painted last at the end; each stays with its picture. */
  masks: Record<string, MaskSteps>;
}

/** So many pictures keep what was painted on them. */
const mostMasks = 24;

/** What was painted. Apart from the desk, so that a long mask is not written again with every letter of a prompt. */
export const useMasks = persistedStore<Masks>(
  'images.masks',
  { masks: {} },
  {
    shared: 'parts',
    read: ({ masks }) => ({
      masks: Object.fromEntries(
        Object.entries(typeof masks === 'object' && masks !== null ? masks : {}).map(([id, steps]) => [
          id,
          readSteps(steps),
        ]),
      ),
    }),
  },
);

/** What was painted on a picture. */
export const maskOn = (fileId: string): MaskSteps => useMasks.getState().masks[fileId] ?? noSteps;

/** The same, followed; of no picture nothing is. */
export const useMaskOn = (fileId: string | undefined): MaskSteps =>
  useMasks(({ masks }) => (fileId === undefined ? undefined : masks[fileId]) ?? noSteps);

export const putMask = (fileId: string, steps: MaskSteps): void =>
  useMasks.setState(({ masks }) => {
    const { [fileId]: _before, ...others } = masks;
    const newest = Object.entries(others).slice(1 - mostMasks);
    return { masks: { ...Object.fromEntries(newest), [fileId]: steps } };
  });

/** The mask that was drawn last: as long as nothing is painted, the same file is used again. */
let last: { steps: MaskSteps; fileId: string; mask: Promise<UsedMask | null> } | undefined;

/** The mask of an input as a file; `null` where nothing is painted, or where the size of the picture is not known. */
export function maskFor(input: InputImage | undefined): Promise<UsedMask | null> {
  if (!input?.width || !input.height) return Promise.resolve(null);
  const { file, width, height } = input;
  const steps = maskOn(file.id);
  if (isBlank(steps)) return Promise.resolve(null);
  if (last?.steps === steps && last.fileId === file.id) return last.mask;
  const mask = import('./mask-canvas.ts').then(({ maskFile }) => maskFile(steps.done, { width, height }, file.name));
  last = { steps, fileId: file.id, mask };
  mask.catch(() => {
    last = undefined;
  });
  return mask;
}

/** Painting pauses this long before the mask is drawn for the preview. */
const pauseMs = 600;

/** The mask for the preview of the request; it is only drawn while someone looks at that. */
export function usePreviewMask(isWanted: boolean): UsedMask | null {
  const input = useForm(({ inputs }) => inputs[0]);
  const steps = useMaskOn(input?.file.id);
  const [drawn, setDrawn] = useState<{ steps: MaskSteps; mask: UsedMask | null }>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isGone = false;
    const timer = setTimeout(() => {
      maskFor(input).then(
        (mask) => isGone || setDrawn({ steps, mask }),
        () => isGone || setDrawn({ steps, mask: null }),
      );
    }, pauseMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [isWanted, input, steps]);
  return drawn?.steps === steps ? (drawn?.mask ?? null) : null;
}
