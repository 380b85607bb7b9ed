import { formatTime } from '../../../lib/i18n/format.ts';
import { strings } from '../../../lib/i18n/strings.ts';

/** Begins a recording that is named after its time; what records is fetched with the first one. */
export async function recordNow(): Promise<void> {
  const { startRecording } = await import('./recorder.ts');
  await startRecording(strings().audio.listen.recordingName(formatTime(Date.now()).replaceAll(':', '.')));
}
