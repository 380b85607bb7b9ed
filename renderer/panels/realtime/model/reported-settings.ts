import { member, parseJson } from '#shared/protocol/json.ts';

/** Instructions and voice, as a session contains them in either API version; `null` where they are not in it. */
export interface ReportedSettings {
  instructions: string | null;
  voice: string | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Reads a session as JSON, of the gateway or of a `session.update`. */
export function reportedSettings(json: string | null): ReportedSettings {
  const session: unknown = json === null ? null : JSON.parse(json);
  if (!isRecord(session)) return { instructions: null, voice: null };
  const output = isRecord(session.audio) && isRecord(session.audio.output) ? session.audio.output : {};
  return { instructions: textOf(session.instructions), voice: textOf(session.voice) ?? textOf(output.voice) };
}

/** Returns the settings of a change that the gateway reports with another value, or not at all. */
export function unconfirmedSettings(sent: string, reported: string): (keyof ReportedSettings)[] {
  const [wanted, found] = [reportedSettings(sent), reportedSettings(reported)];
  return (['instructions', 'voice'] as const).filter((name) => wanted[name] !== null && wanted[name] !== found[name]);
}

/** Returns true for the settings of a transcription session, in which no model replies. */
export function isTranscription(configured: string | null): boolean {
  const session = parseJson(configured ?? '');
  return member(session, 'type') === 'transcription' || member(session, 'object') === 'realtime.transcription_session';
}
