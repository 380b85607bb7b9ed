import { useState } from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import s from './compare.module.css';
import { type DiffRow, diffWords, type LineDiff, type WordPiece } from './diff-lines.ts';
import { foldRows, type ShownDiff } from './fold-rows.ts';

/** Two texts side by side, line by line; equal stretches are folded, changed words are marked within their lines. */
export function DiffView({ diff }: { diff: LineDiff }) {
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
