import type { ConversationRow } from '#shared/contract/library.ts';
import type { RowQuestion } from '../../../lib/documents/row-questions.tsx';
import type { Strings } from '../../../lib/i18n/strings.ts';
import type { MenuItem } from '../../../ui/overlays/menu-items.tsx';
import { editConversation } from './edit-conversation.ts';

/** What can be done with a conversation of the list. */
export function rowActs(row: ConversationRow, words: Strings['chat'], ask: (what: RowQuestion) => void): MenuItem[] {
  const exported = async (format: 'markdown' | 'json') => {
    const { exportConversation } = await import('./export-conversation.ts');
    await exportConversation(row.id, format, words);
  };
  return [
    { kind: 'action', id: 'rename', label: words.list.rename, onSelect: () => ask('rename') },
    {
      kind: 'action',
      id: 'star',
      label: row.starred ? words.list.unstar : words.list.star,
      onSelect: () => void editConversation(row.id, { starred: !row.starred }),
    },
    { kind: 'separator', id: 'between' },
    { kind: 'action', id: 'markdown', label: words.list.exportMarkdown, onSelect: () => void exported('markdown') },
    { kind: 'action', id: 'json', label: words.list.exportJson, onSelect: () => void exported('json') },
    { kind: 'separator', id: 'before-remove' },
    { kind: 'action', id: 'remove', label: words.list.remove, danger: true, onSelect: () => ask('remove') },
  ];
}
