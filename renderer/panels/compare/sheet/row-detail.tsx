import { RotateCw, Trash2, X } from 'lucide-react';
import type { CellHead, CompareCell, CompareRun, SheetRow } from '#shared/contract/compare.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { GradeReasons } from '../judge/grade-list.tsx';
import { LaneMedia } from '../lanes/lane-media.tsx';
import { activeLanes, type Comparison, letterOf } from '../model/comparison.ts';
import { withValue } from '../model/run-input.ts';
import { isOpen, useCells } from '../runs.ts';
import { changeComparison, type RunAct, rerunCells } from '../store.ts';
import s from './sheet.module.css';

interface RowDetailProps {
  comparison: Comparison;
  row: SheetRow;
  at: number;
  run: CompareRun | null;
  cells: ReadonlyMap<string, readonly CellHead[]> | undefined;
  /** Its values differ from those that the run sent. */
  isEdited: boolean;
  act: RunAct;
  onClose: () => void;
}

/** One row in full: its values, which can be edited, and each lane's reply with its assertions. */
export function RowDetail({ comparison, row, at, run, cells, isEdited, act, onClose }: RowDetailProps) {
  const t = useStrings().compare.sheet;
  const heads = activeLanes(comparison).flatMap(({ id }) => cells?.get(id) ?? []);
  const read = useCells(run?.id ?? '', heads);
  return (
    <section className={s.detail} aria-label={t.rowOf(at + 1)}>
      <div className={s.values}>
        <div className={s.bar}>
          <h2>{t.rowOf(at + 1)}</h2>
          <span className="space" />
          <IconButton
            label={t.removeRow}
            size="sm"
            icon={<Icon of={Trash2} size="s" />}
            onClick={() => {
              onClose();
              changeComparison((now) => ({ ...now, rows: now.rows.filter(({ id }) => id !== row.id) }));
            }}
          />
          <IconButton label={t.closeRow} size="sm" icon={<Icon of={X} size="s" />} onClick={onClose} />
        </div>
        {isEdited && <p className={s.warn}>{t.editedHint}</p>}
        {comparison.columns.map((name) => (
          <Field key={name} label={<span className="mono">{`{{${name}}}`}</span>}>
            <TextArea
              value={row.values[name] ?? ''}
              onValueChange={(value) => changeComparison((now) => withValue(now, row.id, name, value))}
              minRows={1}
              maxRows={5}
              dir="auto"
            />
          </Field>
        ))}
      </div>
      {heads.map((head) => (
        <CellDetail
          key={head.id}
          head={head}
          cell={read.find(({ id }) => id === head.id)}
          letter={letterOf(comparison.lanes.findIndex(({ id }) => id === head.laneId))}
          run={run as CompareRun}
          // Other cells of an edited row would still have the reply to its earlier values.
          onRerun={() =>
            void act.run(() =>
              isEdited
                ? rerunCells(
                    (run as CompareRun).id,
                    heads.map(({ id }) => id),
                    { rows: [row] },
                  )
                : rerunCells((run as CompareRun).id, [head.id]),
            )
          }
        />
      ))}
    </section>
  );
}

interface CellDetailProps {
  head: CellHead;
  cell: CompareCell | undefined;
  letter: string;
  run: CompareRun;
  onRerun: () => void;
}

function CellDetail({ head, cell, letter, run, onRerun }: CellDetailProps) {
  const words = useStrings();
  const t = words.compare.sheet;
  const { repeat, state, failure, assertions, exchangeId, grades } = head;
  return (
    <article className={s.reply} aria-label={words.compare.lane.replyOf(letter)}>
      <div className={s.bar}>
        <h3>{run.input.repeats > 1 ? `${letter} · ${repeat + 1}` : letter}</h3>
        <span className="space" />
        {!isOpen(head) && (
          <IconButton label={t.rerunCell} size="sm" icon={<Icon of={RotateCw} size="s" />} onClick={onRerun} />
        )}
        <ViewRequest exchangeId={exchangeId} of={letter} />
      </div>
      {failure && (
        <p className={s.bad}>
          <FailureText failure={failure} alone />
        </p>
      )}
      {isOpen(head) ? (
        <p className="quiet">
          {state === 'paused' ? words.compare.lane.rateLimited : words.pieces.states[state as 'waiting' | 'running']}
        </p>
      ) : (
        <>
          {head.files.length > 0 && <LaneMedia runId={run.id} cell={head} />}
          <p className={s.text} dir="auto">
            {cell?.text ?? head.excerpt}
          </p>
        </>
      )}
      {assertions.length > 0 && (
        <ul className={s.results}>
          {assertions.map(({ verdict, reason }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a result is known by its place
            <li key={`${at} ${reason}`} className={verdict === 'failed' ? s.bad : 'quiet'}>
              {t.verdicts[verdict]}: <span lang="en">{reason}</span>
            </li>
          ))}
        </ul>
      )}
      {grades.length > 0 && (
        <>
          <h4 className="quiet">{words.compare.judge.opinion(run.judging?.judge.model ?? '')}</h4>
          <GradeReasons grades={grades} />
        </>
      )}
    </article>
  );
}
