import { failureText } from '../../../lib/failures/failures.ts';
import { formatTime } from '../../../lib/i18n/format.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { intake } from './intake.ts';

/** Begins a recording that is named after its time; what records is fetched with the first one. */
export async function recordNow(): Promise<void> {
  const { startRecording } = await import('./recorder.ts');
  await startRecording(strings().audio.listen.recordingName(formatTime(Date.now()).replaceAll(':', '.')));
}

/** Takes dropped or chosen files; what looks into them is fetched with the first one. */
export async function takeFiles(files: readonly File[]): Promise<void> {
  const looking = await import('./take-audio.ts').catch(() => null);
  if (looking) return looking.takeFiles(files);
  // The line to the host is broken: the files wait here.
  intake.setState({ failure: failureText('storage', strings().pieces.files.notTaken(0)), files });
}

/** Asks for a file and takes it. */
export async function browse(): Promise<void> {
  const { chooseFiles } = await import('../../../lib/files/files.ts');
  await takeFiles(await chooseFiles({ accept: 'audio/*,video/mp4,video/webm', multiple: false }));
}
