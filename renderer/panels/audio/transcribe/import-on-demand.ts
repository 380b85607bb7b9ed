import { failureText } from '../../../lib/failures/failures.ts';
import { formatTime } from '../../../lib/i18n/format.ts';
import { strings } from '../../../lib/i18n/strings.ts';
import { intake } from './intake.ts';

/** Starts a recording named after the current time. The recorder is loaded on first use. */
export async function recordNow(): Promise<void> {
  const { startRecording } = await import('./record.tsx');
  await startRecording(strings().audio.listen.recordingName(formatTime(Date.now()).replaceAll(':', '.')));
}

/** Imports dropped or selected files. The code that inspects them is loaded on first use. */
export async function importFiles(files: readonly File[]): Promise<void> {
  const importer = await import('./import-audio.ts').catch(() => null);
  if (importer) return importer.importFiles(files);
  // The host cannot be reached: keep the files until the user retries.
  intake.setState({ failure: failureText('storage', strings().pieces.files.notTaken(0)), files });
}

/** Opens the file dialog and imports the selected file. */
export async function browse(): Promise<void> {
  const { chooseFiles } = await import('../../../lib/files/files.ts');
  await importFiles(await chooseFiles({ accept: 'audio/*,video/mp4,video/webm', multiple: false }));
}

/** Opens the file dialog and reads the selected file as the reference of a document. */
export async function browseReference(documentId: string): Promise<void> {
  const { chooseFiles } = await import('../../../lib/files/files.ts');
  const [file] = await chooseFiles({ accept: '.txt,.md,.srt,.vtt,text/plain', multiple: false });
  const importer = file && (await import('./import-audio.ts').catch(() => null));
  if (importer) await importer.importReference(documentId, file);
}
