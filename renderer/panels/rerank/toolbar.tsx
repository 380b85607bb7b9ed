import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { toast } from '../../lib/notices/toasts.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { menuAction } from '../../ui/overlays/menu-action.ts';
import { askForTexts, browseFiles, importCorpus } from './documents/import-dialog.tsx';
import { browseTestSet } from './evaluation/test-set-dialog.tsx';
import { countQueries, hasJudgments } from './model/queries.ts';
import { type RankSet, withDocumentAfter } from './model/rank-set.ts';
import s from './panel.module.css';
import { QueriesActions } from './queries/queries-view.tsx';
import { RankCost } from './rank-cost.tsx';
import { type EvaluationKind, type ExportKind, saveEvaluation, saveExport } from './save-export.ts';
import { changeSet, rankStore, showView, useSet, type View } from './store.ts';

/** Switches the shown part, with the actions for it. */
export function Toolbar({ shown }: { shown: View }) {
  const t = useStrings().rerank;
  const set = useSet();
  const { outcome, documents } = set;
  const [clearing, setClearing] = useState(false);
  return (
    <div className={s.bar}>
      <Segmented
        label={t.views.label}
        value={shown}
        onValueChange={showView}
        options={viewsOf(set).map((value) => ({ value, label: t.views[value] }))}
      />
      <span className="hint">
        <span>{shown === 'queries' ? t.queries.count(countQueries(set)) : t.table.count(documents.length)}</span>
        {shown !== 'result' && shown !== 'apart' && documents.length > 0 && <RankCost />}
      </span>
      <div className="ends">
        {shown === 'queries' ? (
          <>
            <QueriesActions />
            {outcome && <ExportMenu />}
          </>
        ) : shown === 'documents' ? (
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
      </div>
      <ConfirmDialog
        open={clearing}
        onOpenChange={setClearing}
        title={t.table.clearTitle}
        body={t.table.clearBody}
        confirmLabel={t.table.clear}
        cancelLabel={t.table.cancel}
        intent="danger"
        onConfirm={() => changeSet({ documents: [] })}
      />
    </div>
  );
}

/** Returns the views a set has something to show in. */
export const viewsOf = ({ outcome }: RankSet): View[] => [
  'documents',
  'queries',
  ...(outcome ? (['result'] as const) : []),
  ...((outcome?.calls.length ?? 0) > 1 ? (['apart'] as const) : []),
];

function AddMenu() {
  const { add: t, evaluation } = useStrings().rerank;
  const { connection } = useActive();
  return (
    <Menu
      align="end"
      trigger={<Button icon={<Icon of={Plus} size="s" />}>{t.menu}</Button>}
      items={[
        menuAction('paste', t.paste, askForTexts),
        menuAction('browse', t.browse, () => void browseFiles()),
        menuAction('corpus', t.corpus, () => void importCorpus(connection?.id)),
        menuAction('test-set', evaluation.open, () => void browseTestSet()),
        menuAction('one', t.one, () => rankStore().change((set) => withDocumentAfter(set, null))),
      ]}
    />
  );
}

function ExportMenu() {
  const t = useStrings().rerank.export;
  const set = useSet();
  const notify = async (work: Promise<string | null>) => {
    try {
      const name = await work;
      if (name) toast({ intent: 'ok', title: t.saved(name) });
    } catch {
      toast({ intent: 'bad', title: t.failed });
    }
  };
  const save = (kind: ExportKind) => void notify(saveExport(rankStore().current(), kind));
  const saveAll = (kind: EvaluationKind) => void notify(saveEvaluation(rankStore().current(), kind));
  useShortcut('rerank.csv', () => save('csv'));
  useShortcut('rerank.json', () => save('json'));
  const models = set.outcome?.calls ?? [];
  return (
    <Menu
      align="end"
      trigger={<Button icon={<Icon of={Download} size="s" />}>{t.menu}</Button>}
      items={[
        menuAction('csv', t.csv, () => save('csv')),
        menuAction('json', t.json, () => save('json')),
        { kind: 'separator', id: 'all' },
        ...models.map(({ slot, model }, at) => menuAction(`run ${slot}`, t.run(model), () => saveAll({ run: at }))),
        menuAction('run bm25', t.runBaseline, () => saveAll({ run: 'bm25' })),
        ...(hasJudgments(set) ? [menuAction('metrics', t.metrics, () => saveAll('metrics'))] : []),
      ]}
    />
  );
}
