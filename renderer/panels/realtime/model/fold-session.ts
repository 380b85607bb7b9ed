import type { SessionPart, Speaker } from '#shared/contract/realtime.ts';
import type { Saying, SessionView } from './session-view.ts';

/** Bytes of a millisecond of sound: 24,000 samples a second of 16 bits. */
const bytesPerMs = 48;

/** Takes one part into the view. A part that was told before (after the line to the core was mended) changes nothing. */
export function foldSession(view: SessionView, part: SessionPart): SessionView {
  if (part.n < view.nextPart) return view;
  const next = { ...view, nextPart: part.n + 1, atMs: Math.max(view.atMs, part.atMs) };
  return { ...next, ...changeOf(next, part) };
}

function changeOf(view: SessionView, part: SessionPart): Partial<SessionView> {
  switch (part.type) {
    case 'stage': {
      const { stage, note, socket, dialect, retryAtMs = null } = part;
      return { stage, note, socket, dialect, retryAtMs, ...(stage === 'live' ? {} : silenced(view, part.atMs)) };
    }
    case 'frame':
      view.frames.push(part.frame);
      return {
        frameCount: view.frames.length,
        frameBytes: view.frameBytes + part.frame.sizeBytes,
        ...(part.frame.answeredCall !== undefined && answered(view, part.frame.answeredCall)),
      };
    case 'configured':
      return { configured: part.text, expiresAt: part.expiresAt ?? view.expiresAt };
    case 'speech':
      return {
        personSpeaks: part.state === 'started',
        spokenItemId: part.state === 'started' ? part.itemId : null,
        ...(part.itemId === null
          ? {}
          : changed(view, part.itemId, 'person', part.atMs, (saying) => ({
              ...saying,
              spoken: true,
              endMs: Math.max(saying.endMs, part.atMs),
            }))),
      };
    case 'item':
      return changed(view, part.itemId, part.who, part.atMs, (saying) => saying);
    case 'words':
      return changed(view, part.itemId, part.who, part.atMs, (saying) => ({
        ...saying,
        text: saying.text + part.delta,
        endMs: saying.who === 'model' ? Math.max(saying.endMs, part.atMs) : saying.endMs,
      }));
    case 'words-done':
      return changed(view, part.itemId, part.who, part.atMs, (saying) => ({
        ...saying,
        text: part.text,
        spoken: part.spoken,
        done: true,
      }));
    case 'words-failed':
      return changed(view, part.itemId, 'person', part.atMs, (saying) => ({
        ...saying,
        failure: part.failure,
        done: true,
      }));
    case 'audio':
      return changed(view, part.itemId, 'model', part.atMs, (saying) => withAudio(saying, part.base64, part.atMs));
    case 'tool-call': {
      const { callId, name, arguments: given } = part;
      return changed(view, part.itemId, 'model', part.atMs, (saying) => ({
        ...saying,
        done: true,
        tool: { callId, name, arguments: given, isAnswered: false },
      }));
    }
    case 'truncated':
      return changed(view, part.itemId, 'model', part.atMs, (saying) => ({ ...saying, truncatedMs: part.playedMs }));
    case 'response':
      return part.state === 'started'
        ? { answering: true }
        : {
            answering: false,
            tokens: {
              input: view.tokens.input + (part.end.inputTokens ?? 0),
              output: view.tokens.output + (part.end.outputTokens ?? 0),
            },
          };
    case 'latency':
      return { latencies: [...view.latencies.filter(({ turn }) => turn !== part.latency.turn), part.latency] };
    case 'limits':
      return { limits: part.limits };
    case 'alive':
      return { rttMs: part.rttMs };
    case 'playing':
      return { playing: part.done ? null : part };
    case 'problem':
      return { problems: [...view.problems, part] };
    case 'gap':
      // It is told when it opens and again when it is over.
      return {
        gaps: [...view.gaps.filter(({ fromMs }) => fromMs !== part.fromMs), part],
        answering: false,
        // What the model was saying is not said any further by the next session.
        sayings: view.sayings.map((saying) =>
          saying.who === 'model' && !saying.tool ? { ...saying, done: true } : saying,
        ),
      };
    case 'closed':
      return { closed: part, answering: false, ...silenced(view, part.atMs) };
    case 'expectation':
      return { expectations: [...view.expectations, part] };
    case 'ended':
      return { ended: part, stage: 'ended', answering: false, playing: null, ...silenced(view, part.atMs) };
  }
}

/** What the person was saying ends where the connection did. */
function silenced(view: SessionView, atMs: number): Partial<SessionView> {
  const { spokenItemId } = view;
  return {
    personSpeaks: false,
    spokenItemId: null,
    ...(spokenItemId === null
      ? {}
      : changed(view, spokenItemId, 'person', atMs, (saying) => ({ ...saying, endMs: Math.max(saying.endMs, atMs) }))),
  };
}

/** Changes a saying, which is made when it was not known: gateways skip events, and a listener may come late. */
function changed(
  { sayings }: SessionView,
  itemId: string,
  who: Speaker,
  atMs: number,
  change: (saying: Saying) => Saying,
): Pick<SessionView, 'sayings'> {
  const at = sayings.findIndex((saying) => saying.itemId === itemId);
  const known = sayings[at];
  return { sayings: known ? sayings.with(at, change(known)) : [...sayings, change(newSaying(itemId, who, atMs))] };
}

const answered = ({ sayings }: SessionView, callId: string): Pick<SessionView, 'sayings'> => ({
  sayings: sayings.map((saying) =>
    saying.tool?.callId === callId ? { ...saying, tool: { ...saying.tool, isAnswered: true } } : saying,
  ),
});

const newSaying = (itemId: string, who: Speaker, atMs: number): Saying => ({
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

/** Sound arrives faster than it is heard: its bar in the lanes is as long as the sound. */
function withAudio(saying: Saying, base64: string, atMs: number): Saying {
  const bytes = Math.floor((base64.length * 3) / 4);
  const audioMs = saying.audioMs + bytes / bytesPerMs;
  return { ...saying, spoken: true, audioMs, arrivedMs: atMs, endMs: Math.max(saying.endMs, saying.startMs + audioMs) };
}
