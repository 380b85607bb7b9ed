import type { FrameRow, ResponseEnd, SessionPart, SessionStage, Speaker } from '#shared/contract/realtime.ts';
import type { SessionItem, SessionUsage, SessionView, SettingsChange } from './session-view.ts';

/** Bytes per millisecond of audio: 24,000 samples of 16 bits per second. */
const bytesPerMs = 48;

/**
 * Folds one part into the view. A part that was already received (before the connection to the core was restored)
 * changes nothing.
 */
export function foldSession(view: SessionView, part: SessionPart): SessionView {
  if (part.n < view.nextPart) return view;
  const next = { ...view, nextPart: part.n + 1, atMs: Math.max(view.atMs, part.atMs) };
  return { ...next, ...changeOf(next, part) };
}

function changeOf(view: SessionView, part: SessionPart): Partial<SessionView> {
  switch (part.type) {
    case 'stage': {
      const { stage, note, socket, dialect, retryAtMs = null } = part;
      const isNew = stage === 'connecting' && { hasOutputAudio: false };
      const ended = stage === 'live' ? {} : endSpeech(view, part.atMs);
      return { stage, reached: reachedBy(stage, view.reached), note, socket, dialect, retryAtMs, ...ended, ...isNew };
    }
    case 'frame':
      view.frames.push(part.frame);
      return {
        frameCount: view.frames.length,
        frameBytes: view.frameBytes + part.frame.sizeBytes,
        ...(part.frame.direction === 'in' &&
          /audio\.(?:delta|chunk)$/.test(part.frame.kind) && { hasOutputAudio: true }),
        ...(part.frame.sentSettings && view.stage === 'live' && { changes: [...view.changes, changeIn(part.frame)] }),
        ...(part.frame.answeredCall !== undefined && answered(view, part.frame.answeredCall, part.atMs)),
      };
    case 'configured':
      return {
        configured: part.text,
        expiresAt: part.expiresAt ?? view.expiresAt,
        ...(view.stage === 'live' && { changes: view.changes.map((change) => confirmedBy(change, part)) }),
      };
    case 'speech':
      return {
        isUserSpeaking: part.state === 'started',
        spokenItemId: part.state === 'started' ? part.itemId : null,
        ...(part.itemId === null
          ? {}
          : changed(view, part.itemId, 'person', part.atMs, (item) => ({
              ...item,
              spoken: true,
              endMs: Math.max(item.endMs, part.atMs),
            }))),
      };
    case 'item':
      return changed(view, part.itemId, part.who, part.atMs, (item) => item);
    case 'words':
      return changed(view, part.itemId, part.who, part.atMs, (item) => ({
        ...item,
        text: item.text + part.delta,
        endMs: item.who === 'model' ? Math.max(item.endMs, part.atMs) : item.endMs,
      }));
    case 'words-done':
      return changed(view, part.itemId, part.who, part.atMs, (item) => ({
        ...item,
        text: part.text,
        spoken: part.spoken,
        done: true,
      }));
    case 'words-failed':
      return changed(view, part.itemId, 'person', part.atMs, (item) => ({
        ...item,
        failure: part.failure,
        done: true,
      }));
    case 'audio':
      return changed(view, part.itemId, 'model', part.atMs, (item) => withAudio(item, part.base64, part.atMs));
    case 'tool-call': {
      const { callId, name, arguments: given } = part;
      return changed(view, part.itemId, 'model', part.atMs, (item) => ({
        ...item,
        done: true,
        tool: { callId, name, arguments: given, isAnswered: false, automatic: null },
      }));
    }
    case 'automatic-output':
      return {
        items: view.items.map((item) =>
          item.tool?.callId === part.callId ? { ...item, tool: { ...item.tool, automatic: part.state } } : item,
        ),
      };
    case 'truncated':
      return changed(view, part.itemId, 'model', part.atMs, (item) => ({ ...item, truncatedMs: part.playedMs }));
    case 'response':
      return part.state === 'started'
        ? { answering: true }
        : {
            answering: false,
            usage: withUsage(view.usage, part.end),
            ...(part.end.failure && {
              failedResponses: [...view.failedResponses, { n: part.n, atMs: part.atMs, failure: part.end.failure }],
            }),
          };
    case 'warning':
      return { warnings: [...view.warnings, part] };
    case 'latency':
      return { latencies: [...view.latencies.filter(({ turn }) => turn !== part.latency.turn), part.latency] };
    case 'limits':
      return { limits: part.limits };
    case 'alive':
      return { rttMs: part.rttMs };
    case 'playing':
      return { playing: part.done ? null : part };
    case 'problem':
      return view.changes.some((change) => isAbout(part, change))
        ? { changes: view.changes.map((each) => (isAbout(part, each) ? { ...each, rejected: part.failure } : each)) }
        : { problems: [...view.problems, part] };
    case 'gap':
      // A gap is reported when it opens and again when it closes.
      return {
        gaps: [...view.gaps.filter(({ fromMs }) => fromMs !== part.fromMs), part],
        answering: false,
        // The next socket does not continue what the model was saying.
        items: view.items.map((item) => (item.who === 'model' && !item.tool ? { ...item, done: true } : item)),
      };
    case 'closed':
      return { closed: part, answering: false, ...endSpeech(view, part.atMs) };
    case 'expectation':
      return { expectations: [...view.expectations, part] };
    case 'ended':
      return { ended: part, stage: 'ended', answering: false, playing: null, ...endSpeech(view, part.atMs) };
  }
}

/** A socket is open only when its configuration begins: until then the gateway can refuse the handshake. */
function reachedBy(stage: SessionStage, before: SessionView['reached']): SessionView['reached'] {
  switch (stage) {
    case 'connecting':
    case 'waiting-to-reconnect':
      return 'nothing';
    case 'configuring':
      return before === 'nothing' ? 'socket' : before;
    case 'live':
      return 'session';
    default:
      return before;
  }
}

const changeIn = ({ atMs, sentSettings }: FrameRow): SettingsChange => ({
  atMs,
  eventId: sentSettings?.eventId ?? null,
  session: sentSettings?.session ?? '{}',
  confirmed: null,
  rejected: null,
});

const confirmedBy = (change: SettingsChange, { atMs, text }: { atMs: number; text: string }): SettingsChange =>
  change.confirmed || change.rejected ? change : { ...change, confirmed: { atMs, session: text } };

const isAbout = ({ eventId }: { eventId: string | null }, change: SettingsChange): boolean =>
  eventId !== null && eventId === change.eventId;

const withUsage = (usage: SessionUsage, { inputTokens, outputTokens }: ResponseEnd): SessionUsage => ({
  input: usage.input + (inputTokens ?? 0),
  output: usage.output + (outputTokens ?? 0),
  replies: usage.replies + 1,
  unreported: usage.unreported + (inputTokens === null && outputTokens === null ? 1 : 0),
});

/** Ends the user's speech where the connection ended. */
function endSpeech(view: SessionView, atMs: number): Partial<SessionView> {
  const { spokenItemId } = view;
  return {
    isUserSpeaking: false,
    spokenItemId: null,
    ...(spokenItemId === null
      ? {}
      : changed(view, spokenItemId, 'person', atMs, (item) => ({ ...item, endMs: Math.max(item.endMs, atMs) }))),
  };
}

/**
 * Changes an item of the conversation, creating it if it is unknown: gateways skip events, and a client may subscribe
 * late.
 */
function changed(
  { items }: SessionView,
  itemId: string,
  who: Speaker,
  atMs: number,
  change: (item: SessionItem) => SessionItem,
): Pick<SessionView, 'items'> {
  const at = items.findIndex((item) => item.itemId === itemId);
  const known = items[at];
  return { items: known ? items.with(at, change(known)) : [...items, change(newItem(itemId, who, atMs))] };
}

/** A call lasts until its output is sent. */
const answered = ({ items }: SessionView, callId: string, atMs: number): Pick<SessionView, 'items'> => ({
  items: items.map((item) =>
    item.tool?.callId === callId && !item.tool.isAnswered
      ? { ...item, endMs: Math.max(item.endMs, atMs), tool: { ...item.tool, isAnswered: true } }
      : item,
  ),
});

const newItem = (itemId: string, who: Speaker, atMs: number): SessionItem => ({
  itemId,
  who,
  text: '',
  spoken: false,
  done: false,
  startMs: atMs,
  endMs: atMs,
  audioMs: 0,
  arrivedMs: atMs,
  failure: null,
  truncatedMs: null,
  tool: null,
});

/** Adds audio to an item. Audio arrives faster than it is played: the bar in the lanes is as long as the audio. */
function withAudio(item: SessionItem, base64: string, atMs: number): SessionItem {
  const bytes = Math.floor((base64.length * 3) / 4);
  const audioMs = item.audioMs + bytes / bytesPerMs;
  return { ...item, spoken: true, audioMs, arrivedMs: atMs, endMs: Math.max(item.endMs, item.startMs + audioMs) };
}
