import { panelStrings } from '../../renderer/app/panels.ts';
import { loadPanelStrings, loadStrings, type PanelId, providePanelStrings } from '../../renderer/lib/i18n/strings.ts';

/** Loads the English strings that every panel shares, and those of one panel. */
export async function loadStringsOf(panel: PanelId): Promise<void> {
  providePanelStrings(panelStrings);
  await loadStrings();
  await loadPanelStrings(panel);
}
