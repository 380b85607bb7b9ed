import { themes } from '#shared/contract/theme.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { goTo } from '../../lib/navigation/open-panel.ts';
import { whenThere } from '../../lib/navigation/when-there.ts';
import { useAppearance } from '../../lib/preferences/appearance.ts';
import { languageChoices, useLanguageChoice } from '../../lib/preferences/language.ts';
import { useLayout } from '../../lib/preferences/layout.ts';
import type { PaletteRow } from './palette-rows.ts';

/** Returns a row for every setting that is a choice, and for the sections of the settings. */
export function useSettingRows(): PaletteRow[] {
  const t = useStrings().palette;
  const { theme } = useAppearance();
  const { choice } = useLanguageChoice();
  const row = (id: string, text: string, run: () => void, isOn = false): PaletteRow => ({
    id,
    group: 'settings',
    glyph: 'settings',
    text,
    ...(isOn && { note: t.on }),
    run,
  });
  return [
    ...themes.map((one) =>
      row(`theme ${one}`, t.theme[one], () => useAppearance.setState({ theme: one }), one === theme),
    ),
    ...languageChoices.map((one) =>
      row(`language ${one}`, t.language[one], () => useLanguageChoice.setState({ choice: one }), one === choice),
    ),
    row('sizes', t.usualSizes, () => useLayout.setState({ listPx: null, parametersPx: null, wirePx: null })),
    ...(['demo', 'backups', 'updates'] as const).map((id) =>
      row(`setting ${id}`, t.sections[id], () => void showSection(id)),
    ),
  ];
}

/** Opens the settings at a section, with the focus on its heading. */
async function showSection(id: string): Promise<void> {
  goTo('settings');
  const section = await whenThere(() => document.getElementById(`setting-${id}`));
  section?.scrollIntoView({ block: 'start' });
  section?.focus();
}
