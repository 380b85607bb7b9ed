import { useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { tip } from '../../../ui/controls/tip.ts';
import { Note } from '../../../ui/feedback/note.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import s from './compare.module.css';
import { diffLines } from './diff-lines.ts';
import { DiffView } from './diff-view.tsx';
import { normaliseJson } from './normalise-json.ts';
import { comparedBytes, useComparedBody } from './use-compared-body.ts';

export interface BodyCompareProps {
  left: ExchangeDetail;
  right: ExchangeDetail;
  side: 'request' | 'response';
}

/** The bodies of two exchanges; JSON is indented the same way first, so that only what it says counts. */
export function BodyCompare({ left, right, side }: BodyCompareProps) {
  const t = useStrings().wireDetail.compare;
  const [sortKeys, setSortKeys] = useState(false);
  const one = useComparedBody(left.id, side, left[side]?.mediaType ?? null, left[side]?.bodyBytes ?? 0);
  const two = useComparedBody(right.id, side, right[side]?.mediaType ?? null, right[side]?.bodyBytes ?? 0);
  const failure = one.failure ?? two.failure;
  if (failure) return <FailureCard failure={failure} />;
  if (!one.body || !two.body)
    return (
      <div className={s.middle} role="status">
        <span className="sr-only">{t.reading}</span>
        <Skeleton lines={[70, 85, 60]} />
      </div>
    );
  if (one.body.totalBytes === 0 && two.body.totalBytes === 0) return <p className={s.middle}>{t.noBodies}</p>;
  const [leftText, rightText] = [one.body.text, two.body.text];
  if (leftText === null || rightText === null)
    return (
      <div className={s.middle}>
        <p>{t.binary}</p>
        <p className="mono-s">
          {left[side]?.mediaType ?? '–'} {formatBytes(one.body.totalBytes)} / {right[side]?.mediaType ?? '–'}{' '}
          {formatBytes(two.body.totalBytes)}
        </p>
      </div>
    );
  const [leftJson, rightJson] = [normaliseJson(leftText, sortKeys), normaliseJson(rightText, sortKeys)];
  const isJson = leftJson !== null && rightJson !== null;
  return (
    <>
      {(one.body.isCut || two.body.isCut) && <Note intent="warn">{t.cut(formatBytes(comparedBytes))}</Note>}
      {isJson && (
        <div className={s.bar}>
          <span className={s.quiet}>{t.normalised}</span>
          <span {...tip(t.sortTip)}>
            <Switch checked={sortKeys} onCheckedChange={setSortKeys} label={t.sortKeys} />
          </span>
        </div>
      )}
      <TextCompare left={leftJson ?? leftText} right={rightJson ?? rightText} />
    </>
  );
}

function TextCompare({ left, right }: { left: string; right: string }) {
  const t = useStrings().wireDetail.compare;
  if (left === right) return <p className={s.middle}>{t.sameBody}</p>;
  const diff = diffLines(left, right);
  return (
    <>
      <div className={s.bar}>
        <span role="status">{t.changes(diff.removed, diff.added)}</span>
      </div>
      {diff.isTooDifferent && <Note>{t.tooDifferent}</Note>}
      <DiffView diff={diff} />
    </>
  );
}
