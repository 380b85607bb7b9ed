import { Columns3, FolderOpen, Mic, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { TranscriptSegment } from '#shared/protocol/part.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { ModelPopover } from '../../../lib/gateway/models/model-popover.tsx';
import { formatBytes, formatMs } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { audioStore, focusedCall } from '../audio.ts';
import { hearModelsOf, useForm } from '../form.ts';
import {
  type AudioSource,
  isDecodable,
  isRunning,
  type TranscribeDocument,
  type TranscribeRun,
} from '../model/audio-document.ts';
import { transcribeRoute } from '../model/drafts.ts';
import { transcriptOf } from '../model/transcript.ts';
import { PlayButton, PlayClock, SpeedMenu, Wave, type WaveStretch } from '../player.tsx';
import { AudioOriginLine, GoButton } from '../send-controls.tsx';
import { browse, drawStored, isUninspected } from './import-audio.ts';
import { drawing, isDrawable } from './inspect-audio.ts';
import { startRecording } from './record.tsx';
import { RunView } from './run-view.tsx';
import { sendAudio, useSender } from './send-audio.ts';
import { SourceWarnings } from './source-warnings.tsx';
import s from './transcribe.module.css';

/** An audio file: its facts, warnings, waveform and transcript. */
export function AudioView({ document, source }: { document: TranscribeDocument; source: AudioSource }) {
  const isUndrawn =
    source.peaks.length === 0 && source.examined === undefined && (isDrawable(source) || isUninspected(source));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each file whose waveform was never started
  useEffect(() => {
    if (isUndrawn) void drawStored(document.id, source);
  }, [document.id, source.file.id, isUndrawn]);
  const [chosen, setChosen] = useState<{ runId: string; newestId: string | undefined } | null>(null);
  const focusedId = useStore(focusedCall, ({ callId }) => callId);
  const { runs } = document;
  const newest = runs.at(-1);
  const run =
    // A selection counts until the next transcript is requested.
    runs.find(({ id }) => id === chosen?.runId && newest?.id === chosen.newestId) ??
    runs.find(({ calls }) => calls.some(({ id }) => id === focusedId)) ??
    // The first model of the newest press of Send.
    runs.find((each) => each === newest || (each.batch !== undefined && each.batch === newest?.batch));
  return (
    <>
      <AudioOriginLine document={document} panel="audio" />
      <SourceHead document={document} source={source} />
      <SourceWarnings document={document} source={source} />
      <SourceWave document={document} source={source} run={run} />
      <RunView
        document={document}
        source={source}
        run={run}
        onSelect={(runId) => setChosen({ runId, newestId: newest?.id })}
      />
    </>
  );
}

/** Facts of the file, and its main action. */
function SourceHead({ document, source }: { document: TranscribeDocument; source: AudioSource }) {
  const t = useStrings().audio.listen;
  const form = useForm();
  const { translate } = form;
  const { sender, blocker } = useSender(document);
  const models = hearModelsOf(form, sender?.connectionId).length;
  const running = isRunning(document);
  const wasSent = document.runs.length > 0;
  return (
    <header className={s.source}>
      <div className={s.sourceText}>
        <h2 className="cut-text mono" title={source.file.name}>
          {source.file.name}
        </h2>
        <p className={s.facts}>{factsOf(source, t.mono, t.channels).join(' · ')}</p>
      </div>
      {document.original && (
        <IconButton
          intent="plain"
          label={t.original}
          icon={<Icon of={Undo2} size="s" />}
          onClick={() =>
            void audioStore().change(document.id, 'hear', (before) =>
              before.original ? { ...before, source: before.original, original: null } : before,
            )
          }
        />
      )}
      <IconButton
        intent="plain"
        label={t.browse}
        icon={<Icon of={FolderOpen} size="s" />}
        onClick={() => void browse()}
      />
      <IconButton
        intent="plain"
        label={t.record}
        icon={<Icon of={Mic} size="s" />}
        onClick={() => void startRecording()}
      />
      <ComparedModels />
      <GoButton
        label={models > 1 ? t.sendTo(models) : wasSent ? t.sendAgain : translate ? t.sendTranslate : t.send}
        title={t.send}
        blocker={blocker}
        onGo={() => sender && sendAudio(document, sender)}
        onStop={running ? () => audioStore().stop(document.id) : undefined}
      />
    </header>
  );
}

/** Further models that get the same audio: each becomes a row of the results. */
function ComparedModels() {
  const t = useStrings().audio.listen;
  const { connection, key } = useActive();
  const form = useForm();
  const [first = '', ...more] = hearModelsOf(form, connection?.id);
  const put = (models: string[]) =>
    connection && useForm.setState({ moreHearModels: { connectionId: connection.id, models } });
  return (
    <>
      {more.map((model) => (
        <Chip
          key={model}
          removeLabel={t.removeModel(model)}
          onRemove={() => put(more.filter((other) => other !== model))}
        >
          <span className="mono">{model}</span>
        </Chip>
      ))}
      <ModelPopover
        label={t.compareWith}
        trigger={<IconButton intent="plain" label={t.compareWith} icon={<Icon of={Columns3} size="s" />} />}
        connectionId={connection?.id}
        keyId={key?.id}
        routeId={transcribeRoute(form.translate)}
        value=""
        except={[first, ...more]}
        align="end"
        onValueChange={(model) => put([...more, model])}
      />
    </>
  );
}

/** Returns container, codec, rate, channels, length and size, as far as they are known. */
function factsOf(source: AudioSource, mono: string, channels: (count: number) => string): string[] {
  return [
    formatName(source.container, source.codec),
    source.sampleRate ? `${source.sampleRate / 1000} kHz` : '',
    source.channels ? (source.channels === 1 ? mono : channels(source.channels)) : '',
    source.duration === null ? '' : formatMs(source.duration * 1000),
    formatBytes(source.file.sizeBytes),
  ].filter(Boolean);
}

/** Common names of containers and codecs whose technical names say little. */
const commonNames: Readonly<Record<string, string>> = {
  WAVE: 'WAV',
  'pcm-s16': '16-bit PCM',
  'pcm-s24': '24-bit PCM',
  'pcm-s32': '32-bit PCM',
  'pcm-f32': '32-bit float PCM',
};

/** Returns a format as `MP3` or `WAV (16-bit PCM)`. */
function formatName(container: string | null, codec: string | null): string {
  const codecName = codec && (commonNames[codec] ?? codec.toUpperCase());
  if (container === null) return codecName ?? '';
  const name = commonNames[container] ?? container;
  return codecName === null || codecName === name.toUpperCase() ? name : `${name} (${codecName})`;
}

interface SourceWaveProps {
  document: TranscribeDocument;
  source: AudioSource;
  run: TranscribeRun | undefined;
}

/** The player with the waveform, in which the segments of the shown transcript have their colors. */
function SourceWave({ document, source, run }: SourceWaveProps) {
  const t = useStrings().audio.listen;
  const { file, peaks, duration, faults } = source;
  const isDrawing = useStore(drawing, (files) => files.has(file.id));
  const stretches = useMemo(() => stretchesOf(run ? transcriptOf(run).segments : []), [run]);
  if (duration === null || !isDecodable(faults)) return null;
  return (
    <div className={s.player}>
      <div className={s.playerControls}>
        <PlayButton fileId={file.id} />
        <SpeedMenu />
        <PlayClock fileId={file.id} duration={duration} />
      </div>
      {peaks.length > 0 ? (
        <Wave fileId={file.id} peaks={peaks} duration={duration} stretches={stretches} />
      ) : (
        <p className={s.quiet}>
          {!isDrawable(source) ? t.tooLongToDraw : isDrawing || source.examined === undefined ? t.drawing : t.notDrawn}{' '}
          {source.examined && !isDrawing && (
            <Button size="sm" onClick={() => void drawStored(document.id, source)}>
              {t.draw}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

/** Gives neighboring segments alternating colors; with speakers, one color per speaker. */
function stretchesOf(segments: readonly TranscriptSegment[]): WaveStretch[] {
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))];
  return segments.flatMap(({ start, end, speaker }, at) =>
    start === null || end === null
      ? []
      : [{ from: start, to: end, hue: speaker === null ? at % 2 : speakers.indexOf(speaker) }],
  );
}
