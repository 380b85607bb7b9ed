import { X } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { HandleRoot, Item, Provider, Root } from 'react-compare-slider/components';
import { useReactCompareSlider } from 'react-compare-slider/hooks';
import type { FileRef } from '#shared/protocol/part.ts';
import type { PixelSize } from '../../../lib/generation/image-settings.ts';
import { StoredImage } from '../../../lib/generation/stored-image.tsx';
import { formatNumber, formatRate } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Figure } from '../../../ui/layout/figure.tsx';
import { canvasOf, decodeImage, headOf } from '../image-files/read-image.ts';
import type { MadeImage } from '../model/generation.ts';
import type { InputImage, UsedMask } from '../model/image-spec.ts';
import { unlessStale } from '../unless-stale.ts';
import s from './before-after.module.css';

interface BeforeAfterProps {
  source: InputImage;
  result: MadeImage;
  mask: UsedMask | null;
  onClose: () => void;
}

/** Shares below this are compression noise, not a change that a user would see. */
const noiseShare = 0.001;

/**
 * The input and the result on top of each other, separated by a movable line; and how much changed outside the mask.
 */
export function BeforeAfter({ source, result, mask, onClose }: BeforeAfterProps) {
  const t = useStrings().images.beforeAfter;
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
        <Slider source={source.file} result={result.file} />
        <canvas ref={marks} className={s.marks} hidden={!isMarked} role="img" aria-label={t.marks} />
        <span className={s.before}>{t.before}</span>
        <span className={s.afterWord}>{t.after}</span>
      </div>
      <div className={s.measure} role="status">
        {change === 'measuring' && t.measuring}
        {change === 'failed' && t.failed}
        {measured && (
          <>
            {!mask && <ChangedShare share={measured.share} words={t.anywhere} />}
            <span>
              {t.counted(
                formatNumber(measured.changedPixels),
                formatNumber(measured.protectedPixels),
                changeThreshold,
                measured.isScaled ? `${measured.width} × ${measured.height}` : null,
              )}
            </span>
            {measured.changedPixels > 0 && <Switch checked={isMarked} onCheckedChange={setMarked} label={t.show} />}
          </>
        )}
        <span className={s.close}>
          <IconButton label={t.close} size="sm" icon={<Icon of={X} size="s" />} onClick={onClose} />
        </span>
      </div>
    </section>
  );
}

/** Share that one key moves the divider by, percent. */
const stepPercent = 1;
const pagePercent = 10;

/** Both images, and the divider between them: the library moves it, and these are the keys that it lacks. */
function Slider({ source, result }: { source: FileRef; result: FileRef | null }) {
  const t = useStrings().images.beforeAfter;
  const [at, setAt] = useState(50);
  const slider = useReactCompareSlider({
    keyboardIncrement: `${stepPercent}%`,
    // The same function each time: with another one the library moves the divider back to the middle.
    onPositionChange: setAt,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { Home: 0, End: 100, PageUp: at + pagePercent, PageDown: at - pagePercent }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    slider.setPosition(Math.min(100, Math.max(0, to)));
  };
  return (
    <Provider {...slider}>
      <Root className={s.layer}>
        <Item item="itemOne" className={s.item}>
          <StoredImage fileId={source.id} label={t.before} className={s.layer} eager />
        </Item>
        <Item item="itemTwo" className={s.item}>
          {result && <StoredImage fileId={result.id} label={t.after} className={s.layer} eager />}
        </Item>
        <HandleRoot
          className={s.handle}
          aria-label={t.slider}
          aria-valuenow={Math.round(at)}
          aria-valuetext={t.sliderText(Math.round(at))}
          onKeyDown={onKeyDown}
        >
          <span className={s.line} />
        </HandleRoot>
      </Root>
    </Provider>
  );
}

/** The share that changed although the mask protects it, as the figure of an edit. */
export function ChangeFigure(edit: Omit<BeforeAfterProps, 'onClose'>) {
  const t = useStrings().images.beforeAfter;
  const change = useOutsideChange(edit.source, edit.result, edit.mask);
  return typeof change === 'string' ? null : <ChangedShare share={change.share} words={t.outside} />;
}

function ChangedShare({ share, words }: { share: number; words: string }) {
  return (
    <span className={s.figure} data-odd={share > noiseShare}>
      <Figure unit="%">{formatRate(share * 100)}</Figure> {words}
    </span>
  );
}

function useOutsideChange(
  { file: source }: InputImage,
  { file: result }: MadeImage,
  mask: UsedMask | null,
): MeasuredChange | 'measuring' | 'failed' {
  const [change, setChange] = useState<{ id: string; value: MeasuredChange | 'failed' }>();
  const id = `${source.id} ${result?.id} ${mask?.file.id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids identify the files
  useEffect(() => {
    if (!result) return undefined;
    return unlessStale(
      measureOnce(id, () => measureOutside(source, result, mask)),
      (value) => setChange({ id, value }),
      () => setChange({ id, value: 'failed' }),
    );
  }, [id]);
  return change?.id === id ? change.value : 'measuring';
}

let last: { id: string; change: Promise<MeasuredChange> } | undefined;

/** The newest measurement is kept: the figure and the comparison show the same one. */
function measureOnce(id: string, measure: () => Promise<MeasuredChange>): Promise<MeasuredChange> {
  if (last?.id !== id) last = { id, change: measure() };
  return last.change;
}

/** Difference of a channel, of 255, that still counts as equal: compression alone causes that. */
const changeThreshold = 8;

interface OutsideChange {
  /** Pixels that had to stay unchanged. */
  protectedPixels: number;
  /** Those of them that changed. */
  changedPixels: number;
  /** `changedPixels` of `protectedPixels`; 0 where nothing was protected. */
  share: number;
}

/**
 * Counts the pixels that changed although the mask protects them. All three are RGBA of the same size; the mask
 * protects where it is fully opaque, so its soft edge counts for neither side.
 *
 * @param marks when given, one byte per pixel: 1 for each that changed.
 */
export function changedOutside(
  before: Uint8ClampedArray,
  after: Uint8ClampedArray,
  mask: Uint8ClampedArray | null,
  marks?: Uint8Array,
): OutsideChange {
  let protectedPixels = 0;
  let changedPixels = 0;
  for (let at = 0; at < before.length; at += 4) {
    if (mask && (mask[at + 3] as number) < 255) continue;
    protectedPixels += 1;
    if (!differs(before, after, at)) continue;
    changedPixels += 1;
    if (marks) marks[at >> 2] = 1;
  }
  return { protectedPixels, changedPixels, share: protectedPixels === 0 ? 0 : changedPixels / protectedPixels };
}

function differs(before: Uint8ClampedArray, after: Uint8ClampedArray, at: number): boolean {
  for (let channel = 0; channel < 4; channel += 1)
    if (Math.abs((before[at + channel] as number) - (after[at + channel] as number)) > changeThreshold) return true;
  return false;
}

/** With the size at which the pixels were compared. */
interface MeasuredChange extends OutsideChange, PixelSize {
  /** The three differed in size, or were too large, so they were scaled to one size first. */
  isScaled: boolean;
  /** The changed pixels, drawn over the image. */
  marks: OffscreenCanvas;
}

/** Longer side up to which pixels are compared at full size. */
const longest = 4096;

/** Compares a result with its input everywhere the mask protects. Rejects when one cannot be decoded. */
async function measureOutside(source: FileRef, result: FileRef, mask: UsedMask | null): Promise<MeasuredChange> {
  const [sourceHead, resultHead] = await Promise.all([headOf(source.id), headOf(result.id)]);
  const after = await decodeImage(result.id, longest);
  const size = { width: after.width, height: after.height };
  const pixels = (bitmap: ImageBitmap) => {
    const data = canvasOf(bitmap, size).getContext('2d')?.getImageData(0, 0, size.width, size.height).data;
    bitmap.close();
    if (!data) throw new Error('this browser reads no pixels');
    return data;
  };
  const afterPixels = pixels(after);
  const beforePixels = pixels(await decodeImage(source.id, longest));
  const maskPixels = mask ? pixels(await decodeImage(mask.file.id, longest)) : null;
  const marked = new Uint8Array(size.width * size.height);
  const change = changedOutside(beforePixels, afterPixels, maskPixels, marked);
  return {
    ...change,
    ...size,
    isScaled:
      sourceHead?.width !== resultHead?.width ||
      sourceHead?.height !== resultHead?.height ||
      resultHead?.width !== size.width,
    marks: drawMarks(marked, size),
  };
}

function drawMarks(marked: Uint8Array, { width, height }: PixelSize): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const image = new ImageData(width, height);
  for (let at = 0; at < marked.length; at += 1) if (marked[at]) image.data.set([226, 60, 160, 210], at * 4);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas;
}
