import { useEffect, useState } from 'react';
import type { ExchangeDetail } from '#shared/contract/exchanges.ts';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { client } from '../../../lib/client/client.ts';
import {
  type DiffRow,
  diffLines,
  diffWords,
  foldRows,
  type LineDiff,
  normalizeJson,
  type ShownDiff,
  type WordPiece,
} from '../../../lib/diff/diff-text.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { bodyModes } from '../../../lib/inspector/body/body-modes.ts';
import { fromBase64 } from '../../../lib/media/base64.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { tip } from '../../../ui/controls/tip.ts';
import { Note } from '../../../ui/feedback/note.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import s from './compare.module.css';

interface BodyCompareProps {
  left: ExchangeDetail;
  right: ExchangeDetail;
  side: 'request' | 'response';
}

/** Compares the bodies of two exchanges; JSON is first indented the same way, so that only its content counts. */
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
  const [leftJson, rightJson] = [normalizeJson(leftText, sortKeys), normalizeJson(rightText, sortKeys)];
  const isJson = leftJson !== null && rightJson !== null;
  return (
    <>
      {(one.body.isCut || two.body.isCut) && <Note intent="warn">{t.cut(formatBytes(comparedBytes))}</Note>}
      {isJson && (
        <div className={s.bar}>
          <span className={s.quiet}>{t.normalized}</span>
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

/**
 * Shows two texts side by side, line by line; unchanged stretches are folded, changed words are marked within their
 * lines.
 */
function DiffView({ diff }: { diff: LineDiff }) {
  const t = useStrings().wireDetail.compare;
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  return (
    <VirtualList
      className={s.diff}
      label={t.rows}
      items={foldRows(diff.rows, unfolded)}
      itemKey={({ key }) => key}
      rowHeight={20}
      measured
      renderItem={(item) => <Row item={item} onUnfold={(from) => setUnfolded(new Set([...unfolded, from]))} />}
    />
  );
}

function Row({ item, onUnfold }: { item: ShownDiff; onUnfold: (from: number) => void }) {
  const t = useStrings().wireDetail.compare;
  if (item.kind === 'fold')
    return (
      <div className={s.fold}>
        {t.equal(item.count)}
        <button type="button" onClick={() => onUnfold(item.from)}>
          {t.unfold}
        </button>
      </div>
    );
  return <Lines row={item.row} />;
}

function Lines({ row: { kind, left, right } }: { row: DiffRow }) {
  const words = kind === 'changed' && left && right ? diffWords(left.text, right.text) : null;
  return (
    <div className={s.lines}>
      <Side
        line={left?.line}
        text={left?.text}
        pieces={words?.left}
        look={kind === 'changed' && left ? s.removed : undefined}
        sign={kind === 'changed' && left ? '−' : ''}
      />
      <Side
        line={right?.line}
        text={right?.text}
        pieces={words?.right}
        look={kind === 'changed' && right ? s.added : undefined}
        sign={kind === 'changed' && right ? '+' : ''}
      />
    </div>
  );
}

interface SideProps {
  line: number | undefined;
  text: string | undefined;
  pieces: WordPiece[] | undefined;
  look: string | undefined;
  sign: string;
}

function Side({ line, text, pieces, look, sign }: SideProps) {
  return (
    <div className={classes(s.side, look, text === undefined && s.absent)}>
      <span className={s.number}>{line}</span>
      <span className={s.sign}>{sign}</span>
      <span className={s.text}>
        {pieces
          ? pieces.map((piece, index) =>
              piece.isOwn ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one line never change places
                <mark key={index}>{piece.text}</mark>
              ) : (
                piece.text
              ),
            )
          : text}
      </span>
    </div>
  );
}

interface ComparedBody {
  /** `null` for bytes that are not text. */
  text: string | null;
  totalBytes: number;
  isCut: boolean;
}

/** Only the first bytes of a larger body are compared. */
const comparedBytes = 2_000_000;

/** Returns the beginning of a recorded body, as text if it is text; `null` while it is read. */
function useComparedBody(id: string, side: 'request' | 'response', mediaType: string | null, bytes: number) {
  const [state, setState] = useState<{ body: ComparedBody | null; failure: Failure | null }>({
    body: null,
    failure: null,
  });
  useEffect(() => {
    const leaving = new AbortController();
    setState({ body: null, failure: null });
    const isText = bodyModes(mediaType)[0] !== 'hex';
    if (bytes === 0 || !isText) {
      setState({ body: { text: bytes === 0 ? '' : null, totalBytes: bytes, isCut: false }, failure: null });
      return;
    }
    client.exchanges.body({ id, side, offset: 0, length: comparedBytes }, { signal: leaving.signal }).then(
      ({ base64, totalBytes }) =>
        setState({
          body: { text: new TextDecoder().decode(fromBase64(base64)), totalBytes, isCut: totalBytes > comparedBytes },
          failure: null,
        }),
      (thrown: unknown) => !leaving.signal.aborted && setState({ body: null, failure: AppError.from(thrown) }),
    );
    return () => leaving.abort();
  }, [id, side, mediaType, bytes]);
  return state;
}
