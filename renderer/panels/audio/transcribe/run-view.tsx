import { TextInitial } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { WarningText } from '../../../lib/failures/failure-text.tsx';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { formatBytes, formatMs, formatPercent } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { ViewRequest } from '../../../lib/inspector/view-request.tsx';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { useNow } from '../../../lib/runs/use-now.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Progress } from '../../../ui/feedback/progress.tsx';
import { audioStore } from '../audio.ts';
import { clockOf } from '../clock-of.ts';
import { useForm } from '../form.ts';
import {
  type AudioCall,
  type AudioSource,
  stateOf,
  type TranscribeDocument,
  type TranscribeRun,
} from '../model/audio-document.ts';
import { sendingPace } from '../model/fold-call.ts';
import { transcribeRemedy } from '../model/transcribe-settings.ts';
import { transcriptOf } from '../model/transcript.ts';
import { ResultsTable, useErrors } from './results-table.tsx';
import { sendAudio, useSender } from './send-audio.ts';
import s from './transcribe.module.css';
import { TranscriptPane } from './transcript-pane.tsx';

interface RunViewProps {
  document: TranscribeDocument;
  source: AudioSource;
  /** The transcript that is shown. */
  run: TranscribeRun | undefined;
  onSelect: (runId: string) => void;
}

/** The outcome of sending: a table where there are several, then progress, failure, and the text of one. */
export function RunView({ document, source, run, onSelect }: RunViewProps) {
  const t = useStrings().audio.run;
  const errors = useErrors(document);
  const { runs } = document;
  const start = useIntoView(run ? `${run.id} ${stateOf(run.calls)}` : '');
  const transcript = useMemo(() => run && transcriptOf(run), [run]);
  if (!run || !transcript)
    return (
      <div>
        <EmptyState title={t.nothingYet} level={3} icon={<Icon of={TextInitial} />}>
          {t.nothingYetBody}
        </EmptyState>
      </div>
    );
  const state = stateOf(run.calls);
  const isEmpty = transcript.text.trim() === '' && transcript.segments.length === 0;
  return (
    <>
      <div ref={start} />
      {runs.length > 1 && <ResultsTable runs={runs} errors={errors} selectedId={run.id} onSelect={onSelect} />}
      {run.calls.length > 1 && <PartList run={run} />}
      <Ending document={document} run={run} />
      {state === 'running' && isEmpty ? (
        <CallProgress call={run.calls.find((call) => call.state === 'running') ?? null} />
      ) : isEmpty ? (
        (state === 'done' || state === 'done-with-warnings') && (
          <div className={s.pad}>
            <Note intent="odd">{source.faults.includes('silent') ? t.silent : t.noWords}</Note>
          </div>
        )
      ) : (
        <TranscriptPane
          key={run.id}
          name={document.name}
          run={run}
          transcript={transcript}
          errors={errors.get(run) ?? null}
          fileId={source.file.id}
          isLive={state === 'running'}
        />
      )}
    </>
  );
}

/** The parts of split audio, each with a link to its record. */
function PartList({ run }: { run: TranscribeRun }) {
  const {
    audio: t,
    pieces: { states },
  } = useStrings();
  return (
    <fieldset className={s.parts} aria-label={t.run.parts}>
      {run.calls.map((call, at) => (
        <button
          key={call.id}
          type="button"
          className={s.part}
          data-state={call.state}
          disabled={call.exchangeId === null}
          onClick={() => openWireRecord(call.exchangeId, 'response')}
        >
          {t.run.part(at + 1, call.order.kind === 'hear' ? clockOf(call.order.offset) : '', states[call.state])}
        </button>
      ))}
    </fieldset>
  );
}

function Ending({ document, run }: { document: TranscribeDocument; run: TranscribeRun }) {
  const t = useStrings().audio;
  const { sender, blocker } = useSender(document);
  const bad = run.calls.find(({ state }) => state === 'failed' || state === 'interrupted');
  const waiting = run.calls.filter(({ state }) => state === 'waiting');
  const isRunning = run.calls.some(({ state }) => state === 'running');
  const warnings = run.calls.flatMap((call) => call.warnings.map((warning) => ({ ...warning, call })));
  const retry = {
    label: t.listen.sendAgain,
    onSelect: () => sender && !blocker && sendAudio(document, sender, { models: [run.calls[0]?.model ?? ''] }),
    again: true,
    // The main button of the audio does the same.
    intent: 'plain' as const,
  };
  const limits = useLimits(
    bad ? run.calls[0]?.connectionId : null,
    bad?.routeId ?? 'audio.transcriptions',
    bad?.model ?? null,
  );
  const remedy = transcribeRemedy(run.settings, bad?.failure ?? null, limits);
  const repair = remedy && {
    label: remedy.value === null ? t.run.sendWithout(remedy.field) : t.run.sendWith(remedy.field, remedy.value),
    onSelect: () => {
      if (!sender || blocker) return;
      // The form is changed too, so that the next request is accepted.
      useForm.setState({ hear: remedy.settings });
      sendAudio(document, sender, { models: [bad?.model ?? ''] });
    },
    intent: 'primary' as const,
  };
  return (
    <>
      {bad?.failure && (
        <div className={s.pad}>
          <FailureCard
            failure={bad.failure}
            exchangeId={bad.exchangeId}
            sent={bad.sent}
            level={3}
            actions={waiting.length > 0 ? [] : [...(repair ? [repair] : []), ...(bad.failure.retryable ? [retry] : [])]}
          />
          {bad.sending && bad.sending.totalBytes !== null && bad.sending.sentBytes < bad.sending.totalBytes && (
            <p className={s.quiet}>
              {(bad.failure.status === null ? t.run.brokeEarly : t.run.refusedEarly)(
                percentOf(bad),
                bad.sending.totalBytes,
              )}
            </p>
          )}
        </div>
      )}
      {run.calls.some(({ state }) => state === 'cancelled') && (
        <div className={s.pad}>
          <Note intent="warn">{t.run.cancelled}</Note>
        </div>
      )}
      {waiting.length > 0 && !isRunning && (
        <div className={s.pad}>
          <Note
            intent="warn"
            action={
              <Button
                size="sm"
                onClick={() =>
                  void audioStore().sendWaiting(
                    document.id,
                    waiting.map(({ id }) => id),
                  )
                }
              >
                {t.run.sendRest(waiting.length)}
              </Button>
            }
          >
            {t.run.restWaits(waiting.length)}
          </Note>
        </div>
      )}
      {warnings.map(({ code, message, call }) => (
        <div className={s.pad} key={`${call.id} ${code} ${message}`}>
          <Note intent="odd" action={<ViewRequest exchangeId={call.exchangeId} />}>
            <WarningText code={code} message={message} />
          </Note>
        </div>
      ))}
    </>
  );
}

const percentOf = ({ sending }: AudioCall): number =>
  sending?.totalBytes ? Math.round((sending.sentBytes / sending.totalBytes) * 100) : 0;

/** Progress of a request before its first output: bytes, rate and remaining time while it is sent, then the wait. */
function CallProgress({ call }: { call: AudioCall | null }) {
  const t = useStrings().audio.run;
  const now = useNow(true);
  if (!call) return null;
  const { sending, stage } = call;
  if (sending?.totalBytes && sending.sentBytes < sending.totalBytes) {
    const pace = sendingPace(sending);
    const share = sending.sentBytes / sending.totalBytes;
    return (
      <div className={s.pad}>
        <p className={s.progressLine} role="status">
          <span>{t.sending(formatBytes(sending.sentBytes), formatBytes(sending.totalBytes))}</span>
          {pace && <span className="num">{t.pace(formatBytes(pace.rate), formatMs(pace.seconds * 1000))}</span>}
        </p>
        <Progress value={share} label={formatPercent(share)} />
      </div>
    );
  }
  return (
    <div className={s.pad}>
      <p className={s.progressLine} role="status">
        <span>{t.stages[stage ?? 'preparing']}</span>
      </p>
      <p className={s.quiet} aria-hidden="true">
        {call.startedAt > 0 && formatMs(Math.max(0, now - call.startedAt))}
      </p>
      <Progress value={null} label={t.stages[stage ?? 'preparing']} thin />
    </div>
  );
}

/** Share of the visible height below which the beginning of a result is scrolled into view. */
const scrollShare = 0.6;

/**
 * Scrolls the outcome into view in low windows, so that the response is visible. Happens when a run starts
 * or ends while it is on screen, not when it is opened again.
 *
 * @param state changes with each start and end.
 * @returns a ref for an element at the beginning of the result, inside the scroll container.
 */
function useIntoView(state: string): RefObject<HTMLDivElement | null> {
  const start = useRef<HTMLDivElement>(null);
  const seen = useRef(state);
  useEffect(() => {
    if (seen.current === state) return;
    seen.current = state;
    const frame = start.current?.parentElement?.getBoundingClientRect();
    const top = start.current?.getBoundingClientRect().top;
    if (frame && top !== undefined && top > frame.top + frame.height * scrollShare)
      start.current?.scrollIntoView({ block: 'start' });
  }, [state]);
  return start;
}
