import { lazyPart } from '../../ui/base/lazy-module.ts';
import { loadPanelStrings } from '../i18n/strings.ts';
import type { PresetMenuProps } from './preset-menu.tsx';
import type { PromptMenuProps } from './prompt-button.tsx';
import type { SavedLibraryProps } from './saved-library.tsx';

/** The button of the saved prompts in a composer, with its list behind `/`; see `PromptButton`. */
export const PromptMenu: (props: PromptMenuProps) => React.ReactNode = lazyPart(async () => {
  const [{ PromptButton }] = await Promise.all([import('./prompt-button.tsx'), loadPanelStrings('overlays')]);
  return PromptButton;
});

/** The saved presets of a parameter column; see `PresetButton`. */
export const PresetMenu: (props: PresetMenuProps) => React.ReactNode = lazyPart(async () => {
  const [{ PresetButton }] = await Promise.all([import('./preset-menu.tsx'), loadPanelStrings('overlays')]);
  return PresetButton;
});

/** Everything that is saved, where the strings of overlays may not be loaded yet; see `SavedLibrary`. */
export const SavedLibraryLater: (props: SavedLibraryProps) => React.ReactNode = lazyPart(async () => {
  const [{ SavedLibrary }] = await Promise.all([import('./saved-library.tsx'), loadPanelStrings('overlays')]);
  return SavedLibrary;
});
