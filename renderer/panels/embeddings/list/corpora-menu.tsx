import { History } from 'lucide-react';
import { useState } from 'react';
import type { ConversationRow } from '#shared/contract/library.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { embeddingsStore, openCorpus, useCorpus } from '../embeddings.ts';

/** How many of the saved corpora are offered, newest first. */
const offered = 20;

/** Saved corpora: open one, or delete the open one. */
export function CorporaMenu() {
  const t = useStrings().embeddings.list;
  const dates = useDates();
  const { data: rows } = useCall('library', 'conversations', { panel: 'embeddings' });
  const openId = useCorpus((corpus) => corpus.id);
  const [asking, setAsking] = useState<ConversationRow | null>(null);
  const current = rows?.find(({ id }) => id === openId);
  const items = (): MenuItem[] => [
    ...(rows ?? []).slice(0, offered).map(
      ({ id, title, model, note, updatedAt }): MenuItem => ({
        kind: 'check',
        id,
        label: `${title || t.untitled} · ${[wordsOf(note), model, dates.formatWhen(updatedAt)].filter(Boolean).join(' · ')}`,
        checked: id === openId,
        onCheckedChange: () => void openCorpus(id),
      }),
    ),
    ...(current
      ? ([
          { kind: 'separator', id: 'line' },
          menuAction('delete', t.remove, () => setAsking(current), { danger: true }),
        ] as const)
      : []),
    ...(rows?.length === 0 ? [menuAction('none', t.noneKept, () => undefined, { disabled: true })] : []),
  ];
  const wordsOf = (note: string) => {
    const [done = 0, texts = 0] = note.split('|').map(Number);
    return t.vectorsOf(done, texts);
  };
  return (
    <>
      <Menu
        trigger={<IconButton label={t.kept} icon={<Icon of={History} />} intent="quiet" size="sm" />}
        items={items}
        align="end"
      />
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={t.removeTitle(asking?.title || t.untitled)}
        body={t.removeBody}
        confirmLabel={t.removeNow}
        cancelLabel={t.cancel}
        intent="danger"
        onConfirm={() => asking && void embeddingsStore().remove(asking.id)}
      />
    </>
  );
}
