import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { type MaskSteps, noSteps, readSteps } from './mask-strokes.ts';

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
