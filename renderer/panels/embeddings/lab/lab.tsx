import { ArrowLeft, Download } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { type VectorVerdict, vectorFacts, verdictOf } from '../../../lib/vectors/vector-facts.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import type { Intent } from '../../../ui/base/intent.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { embeddingsStore } from '../embeddings.ts';
import type { EmbeddingsState } from '../store.ts';
import { analysis } from './analysis.ts';
import s from './lab.module.css';
import { MapPane } from './map/map-pane.tsx';
import { RunStrip } from './run-strip.tsx';
import { type ExportKind, exportKinds, saveExport } from './save-export.ts';
import { SidePane } from './side/side-pane.tsx';
import { useNames } from './use-shown.ts';
import { VectorTable } from './vector-table.tsx';

function look({ corpus: { base, overlay, read } }: EmbeddingsState): void {
  const hasOverlay = overlay?.items.some((item) => item?.vector) ?? false;
  analysis().look(
    base,
    hasOverlay ? overlay : null,
    read.items.map(({ text }) => text),
  );
}

/** What the vectors say: map, likenesses and table, all of one corpus and one selection. */
export function Lab() {
  const read = useStore(embeddingsStore(), ({ corpus }) => corpus.read);
  const texts = read.items.map(({ text }) => text);
  useEffect(() => {
    look(embeddingsStore().getState());
    return embeddingsStore().subscribe((now, before) => {
      const hasTurned = now.running?.startedMs !== before.running?.startedMs;
      const { base, overlay } = now.corpus;
      // What is still on its way is not laid out: the picture would change under the pointer with each batch. But a run
      // that begins takes away what was known of other vectors, which would stand beside the wrong texts.
      if (hasTurned || (!now.running && (base !== before.corpus.base || overlay !== before.corpus.overlay))) look(now);
    });
  }, []);
  return (
    <div className={s.lab}>
      <RunStrip />
      <div className={s.grid}>
        <MapPane texts={texts} />
        <SidePane texts={texts} />
        <section className={s.table}>
          <VerdictLine texts={texts} />
          <VectorTable texts={texts} />
        </section>
      </div>
    </div>
  );
}

const intents: Record<VectorVerdict, Intent> = {
  none: 'neutral',
  zero: 'bad',
  'all-equal': 'bad',
  'mixed-dimensions': 'bad',
  fewer: 'warn',
  'some-equal': 'odd',
  unnormalised: 'odd',
  sound: 'ok',
};

/** What can be said of the vectors in one line, and the ways to take them along. */
function VerdictLine({ texts }: { texts: readonly string[] }) {
  const t = useStrings().embeddings.verdict;
  const base = useStore(embeddingsStore(), ({ corpus }) => corpus.base);
  const running = useStore(embeddingsStore(), (state) => state.running);
  const items = base?.items;
  const facts = useMemo(
    () =>
      running || !items
        ? null
        : vectorFacts(
            texts,
            items.map((item) => item?.vector ?? null),
          ),
    [texts, items, running],
  );
  if (!facts) return <div className={s.line}>{t.running}</div>;
  const verdict = verdictOf(facts);
  return (
    <div className={s.line}>
      <Badge intent={intents[verdict]}>{t.short[verdict]}</Badge>
      <span className={s.words} role="status" title={t.long(verdict, facts, base?.encoding ?? null)}>
        {t.long(verdict, facts, base?.encoding ?? null)}
      </span>
      <Button
        size="sm"
        intent="quiet"
        icon={<Icon of={ArrowLeft} size="s" />}
        onClick={() => embeddingsStore().show('texts')}
      >
        {t.edit}
      </Button>
      {facts.vectors > 0 && <ExportMenu />}
    </div>
  );
}

/** Takes the vectors along: as a table, as JSON lines, as a NumPy array, or the map as a picture. */
function ExportMenu() {
  const t = useStrings().embeddings.exports;
  const names = useNames();
  const act = useAction(async (kind: ExportKind) => {
    try {
      const saved = await saveExport(kind, names);
      if (saved !== null) toast({ intent: 'ok', title: t.saved(saved) });
    } catch (thrown) {
      toast({ intent: 'bad', title: t.failed, body: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  });
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" intent="quiet" busy={act.busy} icon={<Icon of={Download} size="s" />}>
          {t.title}
        </Button>
      }
      items={exportKinds.map((kind) => ({
        kind: 'action',
        id: kind,
        label: t.kinds[kind],
        onSelect: () => void act.run(kind),
      }))}
    />
  );
}
