import { catalogs } from '../../renderer/app/catalogs.ts';
import { loadStrings, provideCatalogs, type Strings } from '../../renderer/lib/i18n/strings.ts';

// Every test of the page may load the strings of a language.
provideCatalogs(catalogs);

/** Loads the English strings, those of a panel included. */
export const loadStringsOf = (_panel: keyof Strings): Promise<void> => loadStrings();
