import { CircleAlert, Plus } from 'lucide-react';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { PaneHead } from '../../../ui/layout/pane-head.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { EmbedButton } from '../embed-button.tsx';
import { embeddingsStore, useCorpus } from '../embeddings.ts';
import { lookAt, useSelection } from '../selection.ts';
import s from './texts-list.module.css';

const CorporaMenu = lazyPart(
  async () => (await import('./corpora-menu.tsx')).CorporaMenu,
  <span className={s.menuPlace} />,
);

/** The texts as they were read, and the Embed button. */
export function TextsList() {
  const t = useStrings().embeddings;
  const { items } = useCorpus((corpus) => corpus.read);
  const base = useCorpus((corpus) => corpus.base);
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
