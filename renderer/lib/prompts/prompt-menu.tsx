import { lazyPart } from '../../ui/base/lazy-module.ts';
import { loadPanelStrings } from '../i18n/strings.ts';
import type { PromptMenuProps } from './prompt-button.tsx';

/** The button of the prompts in a composer, with its list behind `/`; see `PromptButton`. */
export const PromptMenu: (props: PromptMenuProps) => React.ReactNode = lazyPart(async () => {
  const [{ PromptButton }] = await Promise.all([import('./prompt-button.tsx'), loadPanelStrings('overlays')]);
  return PromptButton;
});
