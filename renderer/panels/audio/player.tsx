import { Pause, Play } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo } from 'react';
import { useStrings } from '../../lib/i18n/strings.ts';
import { pauseAudio, playAudio, seekAudio, setPlaybackRate, usePlayed } from '../../lib/media/audio-player.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { clockOf, hasTenths, rulerMarks } from './clock-of.ts';
import { useForm } from './form.ts';
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
const noStretches: readonly WaveStretch[] = [];

/** The waveform of stored audio: shows the playback position and seeks on click. */
export function Wave({ fileId, peaks, duration, stretches = noStretches, low = false }: WaveProps) {
  const t = useStrings().audio.player;
  const at = usePlayed(fileId, (played) => played.at);
  const shown = useMemo(() => (low ? fewerPeaks(peaks) : peaks), [low, peaks]);
  const ruler = rulerMarks(duration);
  const share = (seconds: number) => Math.min(duration, Math.max(0, seconds)) / Math.max(0.001, duration);
  const go = (seconds: number) => void seekAudio(fileId, share(seconds) * duration);
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
        <Bars peaks={shown} duration={duration} stretches={stretches} played={share(at)} />
        <i className={s.mark} style={{ left: `${share(at) * 100}%` }} />
      </div>
      {!low && (
        <div className={s.times} aria-hidden="true">
          {ruler.marks.map((mark) => (
            <span key={mark} data-end={share(mark) > 0.96} style={{ left: `${share(mark) * 100}%` }}>
              {clockOf(mark, ruler.tenths)}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

/** Columns of a waveform in a list. */
const lowColumns = 160;

/** Merges the columns of a waveform that has little room. */
function fewerPeaks(peaks: readonly number[]): readonly number[] {
  const each = Math.ceil(peaks.length / lowColumns);
  return each <= 1
    ? peaks
    : Array.from({ length: Math.ceil(peaks.length / each) }, (_, at) =>
        Math.max(...peaks.slice(at * each, (at + 1) * each)),
      );
}

const hues = [s.hue0, s.hue1, s.hue2, s.hue3, s.hue4, s.hue5];

/** Returns the class that sets `--hue` for a speaker, by index from 0; more than six share the hues. */
export const hueOf = (speaker: number): string | undefined => hues[speaker % hues.length];

interface BarsProps {
  peaks: readonly number[];
  duration: number;
  stretches: readonly WaveStretch[];
  /** Share that has been played. */
  played: number;
  /** Columns of the whole width. Default: as many as there are peaks. */
  columns?: number;
}

/**
 * The bars, with a path for each hue however many stretches there are. While it plays only the clip changes, so that a
 * long transcript costs no more than a short one.
 */
function Bars({ peaks, duration, stretches, played, columns = Math.max(1, peaks.length) }: BarsProps) {
  const clip = useId();
  const [blocks, bars] = useMemo(() => {
    const shapes = pathsOf(peaks, duration, stretches);
    return [
      shapes.map(({ hue, block }) => <path key={hue} d={block} className={hueOf(hue)} />),
      shapes.map(({ hue, line }) => <path key={hue} d={line} className={hueOf(hue)} />),
    ];
  }, [peaks, duration, stretches]);
  return (
    <svg viewBox={`0 0 ${columns} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <clipPath id={clip}>
        <rect x="0" y="0" width={played * Math.max(1, peaks.length)} height={height} />
      </clipPath>
      <g className={s.blocks}>{blocks}</g>
      <g className={s.rest}>{bars}</g>
      <g className={s.played} clipPath={`url(#${clip})`}>
        {bars}
      </g>
    </svg>
  );
}

/** Returns the bars and the blocks behind them by hue; `-1` is what belongs to no stretch. */
function pathsOf(peaks: readonly number[], duration: number, stretches: readonly WaveStretch[]) {
  const lines = new Map<number, string>();
  const blocks = new Map<number, string>();
  const put = (paths: Map<number, string>, hue: number, path: string) => paths.set(hue, (paths.get(hue) ?? '') + path);
  const perColumn = duration / Math.max(1, peaks.length);
  const top = Math.max(0.05, ...peaks);
  let next = 0;
  for (const [at, peak] of peaks.entries()) {
    // Two of three columns are drawn, so that the waveform consists of bars.
    if (at % 3 === 2) continue;
    const seconds = (at + 0.5) * perColumn;
    while ((stretches[next]?.to ?? Number.POSITIVE_INFINITY) < seconds) next += 1;
    const stretch = stretches[next];
    const reach = Math.max(1, (Math.sqrt(peak / top) * height) / 2 - 3);
    const hue = stretch && stretch.from <= seconds ? stretch.hue : -1;
    put(lines, hue, `M${at + 0.5} ${height / 2 - reach}V${height / 2 + reach}`);
  }
  for (const { from, to, hue } of stretches) {
    const [left, right] = [from / perColumn, Math.min(peaks.length, to / perColumn)];
    put(
      blocks,
      hue,
      `M${left.toFixed(2)} 0H${Math.max(left + 0.5, right - 0.8).toFixed(2)}V${height}H${left.toFixed(2)}Z`,
    );
  }
  const all = [...new Set([...lines.keys(), ...blocks.keys()])];
  return all.map((hue) => ({ hue, line: lines.get(hue) ?? '', block: blocks.get(hue) ?? '' }));
}

/** The waveform of audio that is still arriving. */
export function GrowingWave({ peaks, share, label }: { peaks: readonly number[]; share: number; label: string }) {
  const shown = fewerPeaks(peaks);
  return (
    <div className={s.low} role="img" aria-label={label}>
      <div className={s.wave}>
        <Bars peaks={shown} duration={1} stretches={noStretches} played={share} columns={Math.max(60, shown.length)} />
      </div>
    </div>
  );
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

const rates = ['0.75', '1', '1.25', '1.5', '2'] as const;

// The rate is that of every player, and is kept over a restart.
const applyRate = ({ playbackRate }: { playbackRate: number }) => setPlaybackRate(playbackRate);
applyRate(useForm.getState());
useForm.subscribe(applyRate);

/** The speed of playback. */
export function SpeedMenu() {
  const t = useStrings().audio.player;
  const rate = String(useForm((form) => form.playbackRate));
  return (
    <Menu
      trigger={
        <Button size="sm" intent="quiet" aria-label={t.speedIs(rate)}>
          <span className="num">{t.times(rate)}</span>
        </Button>
      }
      items={() => [
        {
          kind: 'radio',
          id: 'speed',
          label: t.speed,
          value: rate,
          options: rates.map((value) => ({ value, label: t.times(value) })),
          onValueChange: (next) => useForm.setState({ playbackRate: Number(next) }),
        },
      ]}
    />
  );
}
