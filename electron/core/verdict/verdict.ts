import { counted, formatCount, formatDuration } from '#shared/format.ts';
import { type Failure, failure, type RunState, type SentFlag } from '#shared/protocol/failure.ts';
import { outcomes } from '#shared/protocol/outcomes.ts';
import type { WarningCode } from '#shared/protocol/part.ts';
import type { TransportEnding } from '../http/response.ts';
import type { Ending } from '../readers/reader.ts';

export interface Warning {
  code: WarningCode;
  message: string;
}

/** Everything that is known when the bytes of a response have ended. */
export interface Evidence {
  status: number;
  /** The result of reading the bytes; `null` when they could not be decoded and so were not read. */
  ending: Pick<Ending, 'verdict' | 'error'> | null;
  transport: TransportEnding;
  /** The response was a series of events and not one document. */
  streamed: boolean;
  /** The response has no end mark: media, whose length alone shows that it is complete. */
  endless: boolean;
  /** The shape is unknown: only the transport tells whether it is complete. */
  openEnded?: boolean;
  bodyBytes: number;
  /** Shown while it ran. */
  warnings: readonly Warning[];
  /** What the user had seen of it, to be mentioned when it broke off. */
  seen: { characters: number; events: number };
}

export interface Verdict {
  state: RunState;
  failure: Failure | null;
  sent: SentFlag;
  /** To be shown before the end. */
  warnings: Warning[];
}

/**
 * Combines what a response said with how its transport ended. The transport alone is never evidence of success: only a
 * finish reason, a terminal event or a full parse is. And it does not revoke the success of a stream that had ended.
 */
export function judge(evidence: Evidence): Verdict {
  const { ending, transport, streamed, status } = evidence;
  const broken = transport.kind === 'broken' ? transport.failure : null;
  // A proxy that timed out says nothing about what the gateway behind it went on to do.
  const sent: SentFlag = [502, 504, 524].includes(status) ? 'maybe-processed' : 'answered';
  const end = (state: RunState, found: Failure | null, ...warnings: Warning[]): Verdict => ({
    state,
    failure: found && broken === found ? withSeen(found, evidence) : found,
    sent,
    warnings,
  });
  if (broken?.code === 'aborted') return end('cancelled', broken);
  const breakOff = (found: Failure) =>
    end(evidence.bodyBytes > 0 && (streamed || !outcomes[found.code].spoilsWhole) ? 'interrupted' : 'failed', found);
  if (ending === null) return breakOff(broken ?? failure('encoding', 'The response could not be decoded.'));
  const isCut = ending.verdict === 'truncated' || ending.error?.code === 'truncated';
  const error = isCut && transport.kind === 'surplus' ? cutByLength(status) : ending.error;
  switch (ending.verdict) {
    case 'complete': {
      if (broken && (!streamed || evidence.openEnded === true)) return breakOff(broken);
      const warnings = endWarnings(evidence, broken);
      const unexpected = [...evidence.warnings, ...warnings].some(({ code }) => code !== 'retried');
      return end(unexpected ? 'done-with-warnings' : 'done', null, ...warnings);
    }
    case 'truncated':
      if (broken) return breakOff(broken);
      return end(streamed ? 'interrupted' : 'failed', error);
    case 'empty':
      return broken ? breakOff(broken) : end('failed', ending.error);
    case 'failed':
      return broken && status < 400 && !isGatewayWord(ending.error) ? breakOff(broken) : end('failed', error);
  }
}

const isGatewayWord = (found: Failure | null) =>
  found !== null && (found.gatewayMessage !== null || found.gatewayCode !== null || found.type !== null);

function endWarnings({ transport, endless }: Evidence, broken: Failure | null): Warning[] {
  if (broken)
    return [
      {
        code: 'no-end-mark',
        message: `The response was complete, but then its transport failed: ${broken.message}`,
      },
    ];
  if (transport.kind === 'surplus')
    return [{ code: 'surplus-bytes', message: 'Extra bytes followed the end of the response. They were not read.' }];
  if (transport.kind === 'unchecked' && endless)
    return [
      {
        code: 'length-unchecked',
        message: "The gateway didn't declare a length, so the response may be incomplete.",
      },
    ];
  return [];
}

const cutByLength = (status: number) =>
  failure('truncated', 'The gateway declared a shorter length than it sent, so the response was cut off.', {
    effect: 'arrived-kept',
    hint: 'A proxy may have changed the length.',
    status,
    retryable: true,
  });

function withSeen(found: Failure, { streamed, seen: { characters, events }, status }: Evidence): Failure {
  // Audio and images have no characters.
  const read =
    characters > 0 ? `${formatCount(characters)} characters in ${counted(events, 'event')}` : counted(events, 'event');
  const words = streamed && events > 0 ? ` ${read} had arrived.` : '';
  return { ...found, message: found.message + words, status };
}

/** Times in milliseconds after the start. */
export interface Pace {
  sentMs: number | null;
  firstByteMs: number | null;
  endMs: number;
  events: number;
}

const manyEvents = 20;
const longWaitMs = 1500;

/** Detects a stream whose many events arrived all at once after a long wait: something in between buffered them. */
export function findBuffering({ sentMs, firstByteMs, endMs, events }: Pace): Warning | null {
  if (sentMs === null || firstByteMs === null || events < manyEvents) return null;
  const waitMs = firstByteMs - sentMs;
  if (waitMs < longWaitMs || endMs - firstByteMs > waitMs / 50) return null;
  return {
    code: 'proxy-buffers',
    message: `All ${events} events arrived together after ${formatDuration(waitMs)}. A proxy buffers the stream.`,
  };
}
