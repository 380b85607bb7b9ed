import { formatTime } from '../../../lib/format.ts';
import { strings } from '../../../lib/strings.ts';
import { startRecording } from './recorder.ts';

/** Begins a recording that is named after its time. */
export const recordNow = (): Promise<void> =>
  startRecording(strings().audio.listen.recordingName(formatTime(Date.now()).replaceAll(':', '.')));
