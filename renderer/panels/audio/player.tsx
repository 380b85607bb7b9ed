import { Pause, Play } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId } from 'react';
import { useStrings } from '../../lib/i18n/strings.ts';
import { pauseAudio, playAudio, seekAudio, usePlayed } from '../../lib/media/audio-player.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { clockOf, hasTenths, rulerMarks } from './clock-of.ts';
import s from './player.module.css';

/** A stretch of the waveform with its own color, in seconds. */
export interface WaveStretch {
  from: number;
  to: number;
  /** Index from 0; one hue per speaker. */
  hue: number;
}

interface WaveProps {
  fileId: string;
  peaks: readonly number[];
  /** Seconds. */
  duration: number;
  stretches?: readonly WaveStretch[];
  /** Without time labels, for waveforms in a list. */
  low?: boolean;
}

const height = 100;
const stepSeconds = 5;

/** The waveform of stored audio: shows the playback position and seeks on click. */
export function Wave({ fileId, peaks, duration, stretches = [], low = false }: WaveProps) {
  const t = useStrings().audio.player;
  const at = usePlayed(fileId, (played) => played.at);
  const clip = useId();
  const ruler = rulerMarks(duration);
  const line = pathOf(peaks);
  const width = Math.max(1, peaks.length);
  const x = (seconds: number) => (Math.min(duration, Math.max(0, seconds)) / Math.max(0.001, duration)) * width;
  const go = (seconds: number) => void seekAudio(fileId, Math.min(duration, Math.max(0, seconds)));
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    go(((event.clientX - box.left) / box.width) * duration);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: at + stepSeconds,
      ArrowUp: at + stepSeconds,
      ArrowLeft: at - stepSeconds,
      ArrowDown: at - stepSeconds,
      Home: 0,
      End: duration,
    };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      go(next);
    }
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      void playAudio(fileId, at);
    }
    if (event.key === 'Escape') pauseAudio(fileId);
  };
  return (
    <div className={low ? s.low : s.frame}>
      <div
        className={s.wave}
        role="slider"
        tabIndex={0}
        aria-label={t.position}
        aria-valuemin={0}
        aria-valuemax={Math.round(duration)}
        aria-valuenow={Math.round(at)}
        aria-valuetext={t.of(clockOf(at, hasTenths(duration)), clockOf(duration, hasTenths(duration)))}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        onKeyDown={onKeyDown}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <clipPath id={clip}>
            <rect x="0" y="0" width={x(at)} height={height} />
          </clipPath>
          {stretches.map(({ from, to, hue }) => (
            <rect
              key={`${from} ${to}`}
              x={x(from)}
              y="0"
              width={Math.max(0.5, x(to) - x(from) - 0.8)}
              height={height}
              className={hues[hue % hues.length]}
            />
          ))}
          <path d={line} className={s.rest} />
          <path d={line} className={s.played} clipPath={`url(#${clip})`} />
        </svg>
        <i className={s.mark} style={{ left: `${(x(at) / width) * 100}%` }} />
      </div>
      {!low && (
        <div className={s.times} aria-hidden="true">
          {ruler.marks.map((at) => (
            <span key={at} style={{ left: `${(x(at) / width) * 100}%` }}>
              {clockOf(at, ruler.tenths)}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

const hues = [s.hue0, s.hue1, s.hue2, s.hue3];

/** The waveform of audio that is still arriving. */
export function GrowingWave({ peaks, share, label }: { peaks: readonly number[]; share: number; label: string }) {
  const clip = useId();
  const line = pathOf(peaks);
  const width = Math.max(60, peaks.length);
  return (
    <div className={s.low} role="img" aria-label={label}>
      <div className={s.wave}>
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <clipPath id={clip}>
            <rect x="0" y="0" width={peaks.length * share} height={height} />
          </clipPath>
          <path d={line} className={s.rest} />
          <path d={line} className={s.played} clipPath={`url(#${clip})`} />
        </svg>
      </div>
    </div>
  );
}

function pathOf(peaks: readonly number[]): string {
  // Two of three columns are drawn, so that the waveform consists of bars.
  const top = Math.max(0.05, ...peaks);
  return peaks
    .map((peak, at) => {
      if (at % 3 === 2) return '';
      const reach = Math.max(1, (Math.sqrt(peak / top) * height) / 2 - 3);
      return `M${at + 0.5} ${height / 2 - reach}V${height / 2 + reach}`;
    })
    .join('');
}

/** Plays and pauses stored audio. */
export function PlayButton({ fileId, name, size = 'md' }: { fileId: string; name?: string; size?: 'sm' | 'md' }) {
  const t = useStrings().audio.player;
  const isPlaying = usePlayed(fileId, ({ state }) => state === 'playing');
  // Without this button nothing could stop the audio, so it stops with it.
  useEffect(() => () => pauseAudio(fileId), [fileId]);
  return (
    <IconButton
      label={isPlaying ? t.pause : name ? t.playNamed(name) : t.play}
      icon={<Icon of={isPlaying ? Pause : Play} size="s" />}
      size={size}
      intent="plain"
      onClick={() => (isPlaying ? pauseAudio() : void playAudio(fileId))}
    />
  );
}

/** The playback position. */
export function PlayClock({ fileId, duration }: { fileId: string; duration: number | null }) {
  const t = useStrings().audio.player;
  const tenths = usePlayed(fileId, ({ at }) => Math.floor(at * 10) / 10);
  const isFailed = usePlayed(fileId, ({ state }) => state === 'failed');
  if (isFailed) return <span role="alert">{t.failed}</span>;
  return (
    <span className="mono-s">
      {duration === null
        ? clockOf(tenths, true)
        : t.of(clockOf(tenths, hasTenths(duration)), clockOf(duration, hasTenths(duration)))}
    </span>
  );
}
