import { Download, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { NoConnection } from '../../lib/gateway/connections/no-connection.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { toast } from '../../lib/notices/toasts.ts';
import { useBlockedSend } from '../../lib/runs/send-blocker.ts';
import { useKeysLabel } from '../../lib/shortcuts/keys.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { lazyModule, lazyPart, useLazyModule } from '../../ui/base/lazy-module.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import layout from '../../ui/layout/layout.module.css';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { askForTexts, browseFiles, importCorpus, importFiles, importText } from './documents/importing.ts';
import { withDocumentAfter, withTexts } from './model/rank-set.ts';
import { openSet, rankStore, showView, useSet, useView, type View } from './rerank.ts';
import type { ExportKind } from './save-export.ts';
import { useHome, useNextDraft, useRank } from './use-rank.ts';
import s from './work.module.css';

const SendingNotes = lazyPart(async () => (await import('./sending-notes.tsx')).SendingNotes);
const RankCost = lazyPart(async () => (await import('./rank-cost.tsx')).RankCost);
const ImportDialog = lazyPart(async () => (await import('./documents/import-dialog.tsx')).ImportDialog);
const documentsView = lazyModule(() => import('./documents/documents-table.tsx'));
const resultView = lazyModule(() => import('./result/result.tsx'));

/** The query, and below it the documents or the result; connects the wire drawer to both. */
export function RerankWork() {
  const t = useStrings().rerank;
  const { ready, connection } = useActive();
  const opening = useStore(rankStore(), (state) => state.opening);
  const { query, outcome, documents } = useSet();
  const { blocker, running, count, start } = useRank();
  const keys = useKeysLabel('rerank.rank');
  const { reason, attempt } = useBlockedSend(blocker);
  const send = () => attempt(start);
  const { mustChoose } = useHome();
  const newest = outcome?.calls.findLast(({ exchangeId }) => exchangeId !== null)?.exchangeId;
  useWireFocus(useNextDraft(), newest ?? outcome?.retrieval?.exchangeId ?? null);
  useRequestedOrigin('rerank', ({ documentId }) => void openSet(documentId));
  useShortcut('rerank.new', () => {
    rankStore().create();
    showView('documents');
  });
  useShortcut('rerank.rank', send, !running);
  if (ready && !connection)
    return (
      <div className={layout.fill}>
        <h1 className="sr-only">{t.title}</h1>
        <NoConnection level={2}>{t.noConnectionBody}</NoConnection>
      </div>
    );
  return (
    <DropZone
      className={layout.fill}
      title={t.drop}
      hint={t.dropHint}
      onFiles={(files) => void importFiles(files)}
      onText={(text) => importText(text)}
    >
      <h1 className="sr-only">{t.title}</h1>
      <div className={s.query}>
        <TextField
          value={query}
          onValueChange={(next) => rankStore().change((set) => ({ ...set, query: next }))}
          aria-label={t.query}
          data-place="query"
          placeholder={t.queryPlaceholder}
          icon={<Icon of={Search} />}
          size="lg"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
            // Otherwise the same key press would also activate the element that receives the focus.
            event.preventDefault();
            if (!running) send();
          }}
        />
        {running ? (
          <Button key="stop" intent="stop" size="lg" onClick={() => rankStore().stop()}>
            {t.stop}
          </Button>
        ) : (
          <Button key="run" intent="primary" size="lg" disabledReason={blocker?.reason} shortcut={keys} onClick={start}>
            {count > 0 ? t.run(count) : t.runNone}
          </Button>
        )}
      </div>
      {(mustChoose || reason !== undefined) && <SendingNotes reason={reason} />}
      {opening ? (
        <div className={s.opening} aria-busy>
          <p role="status">{t.opening}</p>
          <Skeleton lines={[60, 75, 48]} />
        </div>
      ) : documents.length === 0 && !outcome ? (
        <NoDocuments />
      ) : (
        <Shown />
      )}
      <ImportDialog />
    </DropZone>
  );
}

function Shown() {
  const { outcome, documents } = useSet();
  const view = useView((state) => state.view);
  const isDocuments = view === 'documents' || !outcome;
  const loaded = useLazyModule(resultView, outcome !== null);
  const table = useLazyModule(documentsView, documents.length > 0);
  return (
    <>
      <Toolbar />
      {isDocuments ? (
        documents.length === 0 ? (
          <NoDocuments />
        ) : (
          table && <table.DocumentsTable />
        )
      ) : (
        loaded && <loaded.Result view={view} />
      )}
    </>
  );
}

function NoDocuments() {
  const t = useStrings().rerank;
  const { connection } = useActive();
  const loadSample = () =>
    rankStore().change((set) => withTexts({ ...set, query: set.query || t.sampleQuery }, t.sampleDocuments, 'replace'));
  return (
    <EmptyState
      title={t.empty.title}
      level={2}
      actions={
        <>
          <Button intent="primary" data-place="documents" onClick={askForTexts}>
            {t.add.paste}
          </Button>
          <Button onClick={() => void browseFiles()}>{t.add.browse}</Button>
          <Button onClick={() => void importCorpus(connection?.id)}>{t.add.corpus}</Button>
          <Button onClick={loadSample}>{t.empty.sample}</Button>
        </>
      }
    >
      {t.empty.body}
    </EmptyState>
  );
}

/** Switches the shown part, with the actions for it. */
export function Toolbar() {
  const t = useStrings().rerank;
  const { outcome, documents } = useSet();
  const view = useView((state) => state.view);
  const [clearing, setClearing] = useState(false);
  const views: View[] = ['documents', 'result', ...((outcome?.calls.length ?? 0) > 1 ? (['apart'] as const) : [])];
  const shown = outcome && views.includes(view) ? view : outcome ? 'result' : 'documents';
  return (
    <div className={s.bar}>
      {outcome && (
        <Segmented
          label={t.views.label}
          value={shown}
          onValueChange={showView}
          options={views.map((value) => ({ value, label: t.views[value] }))}
        />
      )}
      <span className={s.count}>
        {t.table.count(documents.length)}
        {shown === 'documents' && documents.length > 0 && <RankCost />}
      </span>
      <span className={s.space} />
      {shown === 'documents' ? (
        <>
          {documents.length > 0 && (
            <Button intent="quiet" onClick={() => setClearing(true)}>
              {t.table.clear}
            </Button>
          )}
          <AddMenu />
        </>
      ) : (
        <ExportMenu />
      )}
      <ConfirmDialog
        open={clearing}
        onOpenChange={setClearing}
        title={t.table.clearTitle}
        body={t.table.clearBody}
        confirmLabel={t.table.clear}
        cancelLabel={t.table.cancel}
        intent="danger"
        onConfirm={() => rankStore().change((set) => ({ ...set, documents: [] }))}
      />
    </div>
  );
}

function AddMenu() {
  const t = useStrings().rerank.add;
  const { connection } = useActive();
  return (
    <Menu
      align="end"
      trigger={<Button icon={<Icon of={Plus} size="s" />}>{t.menu}</Button>}
      items={[
        { kind: 'action', id: 'paste', label: t.paste, onSelect: askForTexts },
        { kind: 'action', id: 'browse', label: t.browse, onSelect: () => void browseFiles() },
        { kind: 'action', id: 'corpus', label: t.corpus, onSelect: () => void importCorpus(connection?.id) },
        {
          kind: 'action',
          id: 'one',
          label: t.one,
          onSelect: () => rankStore().change((set) => withDocumentAfter(set, null)),
        },
      ]}
    />
  );
}

function ExportMenu() {
  const t = useStrings().rerank.export;
  const save = async (kind: ExportKind) => {
    try {
      const { saveExport } = await import('./save-export.ts');
      const name = await saveExport(rankStore().current(), kind);
      if (name) toast({ intent: 'ok', title: t.saved(name) });
    } catch {
      toast({ intent: 'bad', title: t.failed });
    }
  };
  useShortcut('rerank.csv', () => void save('csv'));
  useShortcut('rerank.json', () => void save('json'));
  return (
    <Menu
      align="end"
      trigger={<Button icon={<Icon of={Download} size="s" />}>{t.menu}</Button>}
      items={[
        { kind: 'action', id: 'csv', label: t.csv, onSelect: () => void save('csv') },
        { kind: 'action', id: 'json', label: t.json, onSelect: () => void save('json') },
      ]}
    />
  );
}
