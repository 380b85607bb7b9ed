import { useEffect, useState } from 'react';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { useForm } from '../form.ts';
import type { InputImage, UsedMask } from '../model/image-spec.ts';
import { maskFile } from './mask-canvas.ts';
import { addStep, isBlank, type MaskSteps, noSteps, readSteps } from './mask-strokes.ts';

/** A mask that was sent with a request. */
export interface SentMask extends UsedMask {
  /** The image that it was painted on. */
  imageName: string;
}

interface Masks {
  /** Newest first. */
  sent: SentMask[];
  /** By the file that was painted on, the most recent last; each mask stays with its image. */
  masks: Record<string, MaskSteps>;
}

/** Number of images whose masks are kept, and of sent masks that are offered again. */
const maxMasks = 24;
const maxSent = 8;

/** All masks. Stored separately from the form, so that a long mask is not rewritten with every letter of a prompt. */
const useMasks = persistedStore<Masks>(
  'images.masks',
  { masks: {}, sent: [] },
  {
    shared: 'parts',
    read: ({ masks, sent }) => ({
      sent: Array.isArray(sent) ? sent.filter((mask): mask is SentMask => typeof mask?.file?.id === 'string') : [],
      masks: Object.fromEntries(
        Object.entries(typeof masks === 'object' && masks !== null ? masks : {}).map(([id, steps]) => [
          id,
          readSteps(steps),
        ]),
      ),
    }),
  },
);

/** Returns the mask of an image. */
export const maskOn = (fileId: string): MaskSteps => useMasks.getState().masks[fileId] ?? noSteps;

/** Subscribes to the mask of an image; empty without an image. */
export const useMaskOn = (fileId: string | undefined): MaskSteps =>
  useMasks(({ masks }) => (fileId === undefined ? undefined : masks[fileId]) ?? noSteps);

export const putMask = (fileId: string, steps: MaskSteps): void =>
  useMasks.setState(({ masks }) => {
    const { [fileId]: _before, ...others } = masks;
    const newest = Object.entries(others).slice(1 - maxMasks);
    return { masks: { ...Object.fromEntries(newest), [fileId]: steps } };
  });

/** Remembers a mask that was sent, so that it can be used on other images. */
export const rememberSent = (mask: UsedMask, imageName: string): void =>
  useMasks.setState(({ sent }) => ({
    sent: [{ ...mask, imageName }, ...sent.filter(({ file }) => file.id !== mask.file.id)].slice(0, maxSent),
  }));

/** Puts a mask that was sent before on an image, as a step that can be undone. */
export const reuseMask = (imageId: string, { file }: UsedMask): void =>
  putMask(imageId, addStep(maskOn(imageId), { do: 'load', file }));

/** Returns the sent masks that are not the only step of this image already, newest first. */
export function useMasksOf(imageId: string): readonly SentMask[] {
  const { done } = useMaskOn(imageId);
  const last = done.at(-1);
  const loaded = last?.do === 'load' ? last.file.id : null;
  return useMasks(({ sent }) => sent).filter(({ file }) => file.id !== loaded);
}

/** The last drawn mask: its file is reused until something is painted. */
let last: { steps: MaskSteps; fileId: string; mask: Promise<UsedMask | null> } | undefined;

/** Returns the mask of an input as a file; `null` if nothing is painted or the size of the image is unknown. */
export function maskFor(input: InputImage | undefined): Promise<UsedMask | null> {
  if (!input?.width || !input.height) return Promise.resolve(null);
  const { file, width, height } = input;
  const steps = maskOn(file.id);
  if (isBlank(steps)) return Promise.resolve(null);
  if (last?.steps === steps && last.fileId === file.id) return last.mask;
  const mask = maskFile(steps.done, { width, height }, file);
  last = { steps, fileId: file.id, mask };
  mask.catch(() => {
    last = undefined;
  });
  return mask;
}

/** Pause in painting after which the mask is drawn for the preview. */
const pauseMs = 600;

/** Returns the mask for the request preview; drawn only while the preview is visible. */
export function usePreviewMask(isWanted: boolean): UsedMask | null {
  const input = useForm(({ inputs }) => inputs[0]);
  const steps = useMaskOn(input?.file.id);
  const [drawn, setDrawn] = useState<{ steps: MaskSteps; mask: UsedMask | null }>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isStale = false;
    const timer = setTimeout(() => {
      maskFor(input).then(
        (mask) => isStale || setDrawn({ steps, mask }),
        () => isStale || setDrawn({ steps, mask: null }),
      );
    }, pauseMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [isWanted, input, steps]);
  return drawn?.steps === steps ? (drawn?.mask ?? null) : null;
}
