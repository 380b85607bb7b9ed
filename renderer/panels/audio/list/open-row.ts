import type { ConversationRow } from '#shared/contract/library.ts';
import { audioStore } from '../audio.ts';
import { type Mode, show, useForm } from '../form.ts';

/** Which mode a row belongs to, from its note. */
export const kindOf = ({ note }: ConversationRow): Mode => (note.split('|')[0] as Mode | undefined) ?? 'hear';

/** Shows what a row stands for; its text comes back to be changed. */
export function openRow(row: ConversationRow): void {
  const kind = kindOf(row);
  show(kind, row.id);
  if (kind === 'hear') return;
  void audioStore()
    .open(row.id)
    .then((document) => {
      if (document?.kind === 'speak') useForm.setState({ text: document.text });
      if (document?.kind === 'trip') useForm.setState({ tripText: document.text });
    })
    .catch(() => undefined);
}
