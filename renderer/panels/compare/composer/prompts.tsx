import { familyOf } from '#shared/protocol/compose/text-parameters.ts';
import { PromptMenu } from '../../../lib/prompts/prompt-menu.tsx';
import { changeComparison } from '../compare.ts';
import type { Comparison } from '../model/comparison.ts';

/** The saved prompts in the composer, and the presets of Chat for the protocols of the lanes. */
export function ComparePrompts({ comparison: { prompt, lanes, parameters } }: { comparison: Comparison }) {
  const families = [...new Set(lanes.map(({ routeId }) => familyOf(routeId)))];
  return (
    <PromptMenu
      text={prompt}
      onText={(next) => changeComparison((now) => ({ ...now, prompt: next }))}
      presets={families.map((family) => ({
        scope: `chat ${family}`,
        settings: parameters,
        prefix: `${family}:`,
        onChange: (next) => changeComparison((now) => ({ ...now, parameters: next })),
      }))}
    />
  );
}
