import type { ConversationRow } from '#shared/contract/library.ts';
import { book } from '../audio.ts';
import { type Mode, show, useDesk } from '../form.ts';

/** Which mode a row belongs to, from its note. */
export const kindOf = ({ note }: ConversationRow): Mode => (note.split('|')[0] as Mode | undefined) ?? 'hear';

/** Shows what a row stands for; its text comes back to be changed. */
export function openRow(row: ConversationRow): void {
  const kind = kindOf(row);
  show(kind, row.id);
  if (kind === 'hear') return;
  void book()
    .open(row.id)
    .then((document) => {
      if (document?.kind === 'speak') useDesk.setState({ text: document.text });
      if (document?.kind === 'trip') useDesk.setState({ tripText: document.text });
    })
    .catch(() => undefined);
}
