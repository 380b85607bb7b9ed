import { useStrings } from '../../lib/i18n/strings.ts';
import { type ActionId, actionOf } from '../../lib/shortcuts/actions.ts';
import { panelById } from '../panels.ts';

/** Returns a function that says what an action does; `here`, what it does where the user is now, wins. */
export function useActionTitle(): (id: ActionId, here?: string) => string {
  const { actions: t, frame } = useStrings();
  const titles: Partial<Record<ActionId, string>> = t.titles;
  return (id, here) => {
    const panel = panelById(id.replace('panel.', ''));
    return here ?? titles[id] ?? (panel ? t.open(frame.panels[panel.id]) : id);
  };
}

/** Returns a function that names the scope of an action: a caption of the sheet and of the settings. */
export function useScopeTitle(): (id: ActionId) => string {
  const { actions: t, frame } = useStrings();
  return (id) => {
    const { scope } = actionOf(id);
    const panel = panelById(scope);
    return panel ? frame.panels[panel.id] : t.groups[scope === 'panels' ? 'panels' : 'page'];
  };
}
