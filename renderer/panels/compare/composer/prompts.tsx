import { familyOf } from '#shared/protocol/compose/text-parameters.ts';
import type { Settings } from '../../../lib/gateway/parameters/request-parameters.ts';
import { groupOf } from '../../../lib/generation/media-lane.ts';
import { PromptMenu } from '../../../lib/saved/saved-menus.ts';
import { changeComparison } from '../compare.ts';
import { type CompareLane, type Comparison, isTextLane } from '../model/comparison.ts';

/** The presets of a lane have the scope and the names that its own panel gives them. */
function presetPlace(lane: CompareLane): { scope: string; prefix: string } | null {
  if (isTextLane(lane)) {
    const family = familyOf(lane.routeId);
    return { scope: `chat ${family}`, prefix: `${family}:` };
  }
  if (lane.routeId !== 'images.generations') return null;
  const family = groupOf(lane.routeId, lane.model);
  return { scope: `images ${family}`, prefix: `${family}.` };
}

interface ComparePromptsProps {
  comparison: Comparison;
  text: string;
  onText: (text: string) => void;
}

/** The saved prompts in the composer, and the presets of Chat and Images for the lanes. */
export function ComparePrompts({ comparison: { lanes, parameters }, text, onText }: ComparePromptsProps) {
  const places = new Map(lanes.flatMap((lane) => presetPlace(lane) ?? []).map((place) => [place.scope, place]));
  return (
    <PromptMenu
      text={text}
      onText={onText}
      presets={[...places.values()].map((place) => ({
        ...place,
        settings: parameters as Settings,
        onChange: (next) => changeComparison((now) => ({ ...now, parameters: next })),
      }))}
    />
  );
}
