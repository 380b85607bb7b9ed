import type { MenuItem } from '../../../ui/overlays/menu-items.tsx';
import { strings } from '../../i18n/strings.ts';
import { requestedSnippet } from './asked-snippet.ts';
import { snippetLanguages } from './snippet-languages.ts';

/** One row for each language in which a request can be copied; each shows the program before it is taken. */
export const copyItems = (exchangeId: string): MenuItem[] =>
  snippetLanguages.map((language) => ({
    kind: 'action',
    id: language,
    label: strings().wire.snippets[language],
    onSelect: () => requestedSnippet.setState({ of: { kind: 'exchange', id: exchangeId }, language }),
  }));
