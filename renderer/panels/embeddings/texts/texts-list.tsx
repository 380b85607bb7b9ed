import { CircleAlert, History, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ConversationRow } from '#shared/contract/library.ts';
import { useCall } from '../../../lib/client/query.ts';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { PaneHead } from '../../../ui/layout/pane-head.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { EmbedButton } from '../embed.tsx';
import { embeddingsStore, openCorpus, useCorpus } from '../embeddings.ts';
import { lookAt, useSelection } from '../selection.ts';
import s from './texts-list.module.css';

/** The texts as they were read, and the Embed button. */
export function TextsList() {
  const t = useStrings().embeddings;
  const { items } = useCorpus((corpus) => corpus.read);
  const run = useCorpus((corpus) => corpus.run);
  const focus = useSelection((state) => state.focus);
  const chosen = useSelection((state) => state.chosen);
  const rows = items.map((item, place) => ({ ...item, place }));
  return (
    <>
      <PaneHead title={t.list.title}>
        <Badge>{formatNumber(items.length)}</Badge>
        <IconButton
          label={t.list.add}
          icon={<Icon of={Plus} />}
          intent="quiet"
          size="sm"
          onClick={() => void embeddingsStore().create()}
        />
        <CorporaMenu />
      </PaneHead>
      <div className={s.list}>
        {rows.length === 0 ? (
          <p className={s.empty}>{t.list.empty}</p>
        ) : (
          <VirtualList
            label={t.list.title}
            items={rows}
            itemKey={({ place }) => String(place)}
            rowHeight={24}
            padding={6}
            selectedKey={focus === null ? null : String(focus)}
            onSelect={({ place }) => lookAt(place)}
            renderItem={({ text, place }, { selected }) => {
              const item = run?.items[place];
              return (
                <div className={classes(s.text, (selected || chosen?.has(place)) && s.on)} title={text}>
                  <span className={classes('num', s.place)}>{formatNumber(place + 1)}</span>
                  <span className="cut-text">{text}</span>
                  {item?.failure && (
                    <span className={s.bad}>
                      <Icon of={CircleAlert} size="s" label={t.list.failed} />
                    </span>
                  )}
                </div>
              );
            }}
          />
        )}
      </div>
      <footer className={s.foot}>
        <EmbedButton stretch />
      </footer>
    </>
  );
}

/** How many of the saved corpora are offered, newest first. */
const offered = 20;

/** Saved corpora: open one, or delete the open one. */
function CorporaMenu() {
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
