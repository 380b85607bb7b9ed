import { useStore } from 'zustand';
import { useCall } from '../../lib/client/query.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { goTo } from '../../lib/navigation/open-panel.ts';
import { whenThere } from '../../lib/navigation/when-there.ts';
import { applyPreset, composerTarget } from '../../lib/saved/composer-target.ts';
import { usePresets } from '../../lib/saved/presets.ts';
import type { PaletteRow } from './palette-rows.ts';

/** Prompts that are listed for a query. */
const most = 20;

/**
 * Selecting a prompt inserts it into the composer of the open panel, or of Chat when there is none; a preset is applied
 * to the parameters of the open panel.
 */
export function usePromptRows(query: string): PaletteRow[] {
  const t = useStrings().prompts.palette;
  const target = useStore(composerTarget, (state) => state.target);
  const presets = usePresets();
  const { data } = useCall('prompts', 'list', { text: query.slice(0, 500), kind: 'prompt' }, { keepPrevious: true });
  return [
    ...(data ?? []).slice(0, most).map(
      ({ id, name }): PaletteRow => ({
        id: `prompt ${id}`,
        group: 'prompts',
        glyph: 'chat',
        text: name,
        isFound: true,
        note: t.insert,
        run() {
          if (!target) goTo('chat');
          void whenThere(() => composerTarget.getState().target).then((found) => found?.insert(id));
        },
      }),
    ),
    ...(target?.presets ?? []).flatMap((parameters) =>
      presets
        .filter(({ scope }) => scope === parameters.scope)
        .map(
          ({ id, name, values }): PaletteRow => ({
            id: `preset ${id}`,
            group: 'prompts',
            glyph: 'parameters',
            text: name,
            note: t.preset,
            run: () => applyPreset(parameters, values),
          }),
        ),
    ),
  ];
}
