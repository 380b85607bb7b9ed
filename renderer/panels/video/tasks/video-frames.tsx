import { useEffect, useState } from 'react';
import { formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import s from './task-dialogs.module.css';

/** A frame that was decoded, and the position in seconds at which the decoder stands. */
interface Frame {
  seconds: number;
  image: ImageBitmap;
}

/** From the first to the last frame, at equal distances. */
const frameCount = 6;
const frameWidth = 240;
/** A decoder without progress for this long has stopped. */
const stuckMs = 10_000;

/** The decoded frames of a saved video, first and last included; a press shows the video there. */
export function VideoFrames({ address, onShow }: { address: string; onShow: (seconds: number) => void }) {
  const t = useStrings().video.frames;
  const [frames, setFrames] = useState<readonly Frame[]>([]);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const ending = new AbortController();
    void readFrames(address, ending.signal, (frame) => setFrames((known) => [...known, frame])).finally(
      () => ending.signal.aborted || setOver(true),
    );
    return () => ending.abort();
  }, [address]);
  const note = !isOver ? t.reading : frames.length === 0 ? t.none : t.partly(frames.length, frameCount);
  return (
    <section className={s.frames} aria-label={t.title}>
      {frames.map((frame, at) => {
        const time = formatMs(frame.seconds * 1000);
        const isLast = isOver && at === frameCount - 1;
        return (
          <button
            key={frame.seconds}
            type="button"
            className={s.frame}
            aria-label={t.show(time)}
            onClick={() => onShow(frame.seconds)}
          >
            <canvas
              ref={(canvas) => {
                if (canvas) draw(canvas, frame.image);
              }}
            />
            <span className="num">{at === 0 && frame.seconds === 0 ? t.first : isLast ? t.last : time}</span>
          </button>
        );
      })}
      {(!isOver || frames.length < frameCount) && (
        <p className={s.quiet} role="status">
          {note}
        </p>
      )}
    </section>
  );
}

function draw(canvas: HTMLCanvasElement, image: ImageBitmap): void {
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.drawImage(image, 0, 0);
}

/** Decodes frames one by one and reports each that could be decoded; ends early where the decoder gives up. */
async function readFrames(address: string, signal: AbortSignal, onFrame: (frame: Frame) => void): Promise<void> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  video.src = address;
  try {
    await reached(video, 'loadeddata', signal);
    if (!Number.isFinite(video.duration)) return;
    for (let at = 0; at < frameCount; at += 1) {
      const seconds = (video.duration * at) / (frameCount - 1);
      if (seconds !== video.currentTime) {
        video.currentTime = seconds;
        await reached(video, 'seeked', signal);
      }
      if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) continue;
      const image = await createImageBitmap(video, { resizeWidth: frameWidth, resizeQuality: 'medium' });
      if (signal.aborted) return;
      onFrame({ seconds: video.currentTime, image });
    }
  } catch {
    // What was decoded until then is shown, with how many frames that are.
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

function reached(video: HTMLVideoElement, event: 'loadeddata' | 'seeked', signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error('stuck')), stuckMs);
  const ends = new AbortController();
  const options = { signal: ends.signal };
  video.addEventListener(event, () => resolve(), options);
  video.addEventListener('error', () => reject(new Error('undecodable')), options);
  signal.addEventListener('abort', () => reject(new Error('closed')), options);
  return promise.finally(() => {
    clearTimeout(timer);
    ends.abort();
  });
}
