import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { formatNumber, formatRate } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { StoredImage } from '../image-files/stored-image.tsx';
import type { MadeImage } from '../model/generation.ts';
import type { InputImage, UsedMask } from '../model/image-order.ts';
import s from './before-after.module.css';
import { changeThreshold, type MeasuredChange, measureOutside } from './changed-outside.ts';

interface BeforeAfterProps {
  source: InputImage;
  result: MadeImage;
  mask: UsedMask | null;
}

/** Shares below this are noise of the coding, not a change that a person would see. */
const quietShare = 0.001;

/** The input and the result in one place, parted by a line that is moved; and how much changed where nothing should. */
export function BeforeAfter({ source, result, mask }: BeforeAfterProps) {
  const t = useStrings().images.beforeAfter;
  const [at, setAt] = useState(50);
  const [isMarked, setMarked] = useState(false);
  const change = useOutsideChange(source, result, mask);
  const marks = useRef<HTMLCanvasElement>(null);
  const ratio = (result.width ?? source.width ?? 1) / (result.height ?? source.height ?? 1);
  const measured = typeof change === 'object' ? change : null;

  useEffect(() => {
    const canvas = marks.current;
    if (!canvas || !measured) return;
    canvas.width = measured.width;
    canvas.height = measured.height;
    canvas.getContext('2d')?.drawImage(measured.marks, 0, 0);
  }, [measured]);

  return (
    <section className={s.both} aria-label={t.title}>
      <div className={s.stack} style={{ aspectRatio: ratio, '--ratio': ratio } as CSSProperties}>
        <StoredImage fileId={source.file.id} label={t.before} className={s.layer} eager />
        <div className={s.after} style={{ clipPath: `inset(0 0 0 ${at}%)` }}>
          {result.file && <StoredImage fileId={result.file.id} label={t.after} className={s.layer} eager />}
        </div>
        <canvas ref={marks} className={s.marks} hidden={!isMarked} role="img" aria-label={t.marks} />
        <span className={s.line} style={{ left: `${at}%` }} aria-hidden="true" />
        <span className={s.before}>{t.before}</span>
        <span className={s.afterWord}>{t.after}</span>
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={at}
          onChange={(event) => setAt(event.target.valueAsNumber)}
          aria-label={t.slider}
          aria-valuetext={t.sliderText(at)}
          className={s.range}
        />
      </div>
      <div className={s.measure} role="status">
        {change === 'measuring' && t.measuring}
        {change === 'failed' && t.failed}
        {measured && (
          <>
            <Badge intent={measured.share > quietShare ? 'odd' : 'ok'} size="md">
              {(mask ? t.outside : t.anywhere)(formatRate(measured.share * 100))}
            </Badge>
            <span>
              {t.counted(formatNumber(measured.changedPixels), formatNumber(measured.protectedPixels), changeThreshold)}
              {measured.isScaled && ` ${t.scaled(measured.width, measured.height)}`}
            </span>
            {measured.changedPixels > 0 && <Switch checked={isMarked} onCheckedChange={setMarked} label={t.show} />}
          </>
        )}
      </div>
    </section>
  );
}

function useOutsideChange(
  { file: source }: InputImage,
  { file: result }: MadeImage,
  mask: UsedMask | null,
): MeasuredChange | 'measuring' | 'failed' {
  const [change, setChange] = useState<{ id: string; value: MeasuredChange | 'failed' }>();
  const id = `${source.id} ${result?.id} ${mask?.file.id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the files
  useEffect(() => {
    if (!result) return undefined;
    let isGone = false;
    measureOutside(source, result, mask).then(
      (value) => isGone || setChange({ id, value }),
      () => isGone || setChange({ id, value: 'failed' }),
    );
    return () => {
      isGone = true;
    };
  }, [id]);
  return change?.id === id ? change.value : 'measuring';
}
