import { CircleAlert, Plus } from 'lucide-react';
import { useStore } from 'zustand';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { PaneHead } from '../../../ui/layout/pane-head.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { EmbedButton } from '../embed-button.tsx';
import { embeddingsStore } from '../embeddings.ts';
import { focusOn, useSelection } from '../selection.ts';
import { CorporaMenu } from './corpora-menu.tsx';
import s from './texts-list.module.css';

/** The texts as they were understood, and the one thing to do with them. */
export function TextsList() {
  const t = useStrings().embeddings;
  const { items } = useStore(embeddingsStore(), ({ corpus }) => corpus.read);
  const base = useStore(embeddingsStore(), ({ corpus }) => corpus.base);
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
            onSelect={({ place }) => focusOn(place)}
            renderItem={({ text, place }, { selected }) => {
              const item = base?.items[place];
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
