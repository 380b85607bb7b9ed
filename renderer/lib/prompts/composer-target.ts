import { createStore } from 'zustand/vanilla';
import { type PresetValues, withSettings } from '../presets/presets.ts';

/** Parameters that a preset can be applied to; see `PresetMenuProps`. */
export interface PresetTarget {
  scope: string;
  settings: PresetValues;
  prefix: string;
  onChange: (settings: Record<string, PresetValues[string]>) => void;
}

/** Applies a preset to the parameters of its scope. */
export function applyPreset({ settings, prefix, onChange }: PresetTarget, values: PresetValues): void {
  onChange(withSettings(settings, prefix, values));
}

/** The composer of the open panel, for the palette. */
export interface ComposerTarget {
  /** Inserts a prompt by its id, after asking for the values of its variables. */
  insert: (id: string) => void;
  presets: readonly PresetTarget[];
}

export const composerTarget = createStore<{ target: ComposerTarget | null }>(() => ({ target: null }));
