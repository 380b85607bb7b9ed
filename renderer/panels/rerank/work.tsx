import { Search } from 'lucide-react';
import { useStore } from 'zustand';
import { EncodingDialog } from '../../lib/corpus/encoding-question.tsx';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { NoConnection } from '../../lib/gateway/connections/no-connection.tsx';
import { OriginLine } from '../../lib/gateway/origin/origin-line.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { useBlockedSend } from '../../lib/runs/send-blocker.ts';
import { useKeysLabel } from '../../lib/shortcuts/keys.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import layout from '../../ui/layout/layout.module.css';
import { DocumentsTable } from './documents/documents-table.tsx';
import {
  askForTexts,
  browseFiles,
  ImportDialog,
  importCorpus,
  importFiles,
  importText,
} from './documents/import-dialog.tsx';
import { browseTestSet, TestSetDialog } from './evaluation/test-set-dialog.tsx';
import { countQueries } from './model/queries.ts';
import { withTexts } from './model/rank-set.ts';
import s from './panel.module.css';
import { askForQueries, QueriesDialog, useAdding } from './queries/queries-dialog.tsx';
import { QueriesView, QueryStepper } from './queries/queries-view.tsx';
import { ConfirmRun } from './rank-cost.tsx';
import { Result } from './result/result.tsx';
import { changeSet, openSet, rankStore, showView, usePlanned, useSet, useTestFiles, useView } from './store.ts';
import { Toolbar, viewsOf } from './toolbar.tsx';
import { useHome, useNextDraft, useRank } from './use-rank.ts';

/** The query, and below it the documents or the result; connects the wire drawer to both. */
export function RerankWork() {
  const t = useStrings().rerank;
  const { ready, connection } = useActive();
  const opening = useStore(rankStore(), (state) => state.opening);
  const set = useSet();
  const { query, queryId, outcome, documents } = set;
  const several = countQueries(set) > 1;
  const isPlanned = usePlanned(({ planned }) => planned !== null);
  const isImporting = useTestFiles(({ open }) => open);
  const isAdding = useAdding(({ open }) => open);
  const { blocker, running, count, queries, start } = useRank();
  const keys = useKeysLabel('rerank.rank');
  const { reason, attempt } = useBlockedSend(blocker);
  const send = () => attempt(() => start());
  const { origin, mustChoose } = useHome();
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
      <div className={s.query} data-several={several}>
        {several && <QueryStepper />}
        <TextField
          value={query}
          onValueChange={(next) => changeSet({ query: next })}
          aria-label={t.query}
          data-place="query"
          placeholder={t.queryPlaceholder}
          icon={<Icon of={Search} />}
          size="lg"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
            // Otherwise the same key press would also activate the element that receives the focus.
            event.preventDefault();
            if (running) return;
            if (several) attempt(() => start([queryId]));
            else send();
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain').trim();
            if (!pasted.includes('\n')) return;
            // Several lines pasted become several queries.
            event.preventDefault();
            askForQueries(pasted);
          }}
        />
        {running ? (
          <Button key="stop" intent="stop" size="lg" onClick={() => rankStore().stop()}>
            {t.stop}
          </Button>
        ) : (
          <Button
            key="run"
            intent="primary"
            size="lg"
            disabledReason={blocker?.reason}
            shortcut={keys}
            onClick={() => start()}
          >
            {several && queries > 0 ? t.queries.run(queries) : count > 0 ? t.run(count) : t.runNone}
          </Button>
        )}
      </div>
      {(mustChoose || reason !== undefined) && (
        <div className={s.notes}>
          {origin && mustChoose && (
            <OriginLine panel="rerank" origin={origin} onUseHere={(place) => rankStore().moveTo(place)} />
          )}
          {reason !== undefined && <Note intent="warn">{reason}</Note>}
        </div>
      )}
      {opening ? (
        <div className={s.opening} aria-busy>
          <p role="status">{t.opening}</p>
          <Skeleton lines={[60, 75, 48]} />
        </div>
      ) : documents.length === 0 && !outcome && !several ? (
        <NoDocuments />
      ) : (
        <Shown />
      )}
      <ImportDialog />
      <EncodingDialog />
      {isPlanned && <ConfirmRun />}
      {isAdding && <QueriesDialog />}
      {isImporting && <TestSetDialog />}
    </DropZone>
  );
}

function Shown() {
  const set = useSet();
  const { outcome, documents } = set;
  const view = useView((state) => state.view);
  const shown = viewsOf(set).includes(view) ? view : outcome ? 'result' : 'documents';
  return (
    <>
      <Toolbar shown={shown} />
      {shown === 'queries' ? (
        <QueriesView />
      ) : shown !== 'documents' ? (
        <Result view={shown} />
      ) : documents.length === 0 ? (
        <NoDocuments />
      ) : (
        <DocumentsTable />
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
          <Button onClick={() => void browseTestSet()}>{t.evaluation.open}</Button>
          <Button onClick={loadSample}>{t.empty.sample}</Button>
        </>
      }
    >
      {t.empty.body}
    </EmptyState>
  );
}
