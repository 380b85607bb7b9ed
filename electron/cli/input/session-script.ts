import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readScript } from '#core/realtime/script/read-script.ts';
import type { ScriptStep } from '#shared/protocol/session-script.ts';
import type { FileStore } from '../../hosting/file-store.ts';
import { UsageError } from '../usage-error.ts';
import { admitPath } from './admit-path.ts';

/** What a session is to do, from one of three options. */
export interface SessionSpec {
  text?: string | undefined;
  wav?: string | undefined;
  script?: string | undefined;
  /** Play files as fast as they go. */
  fast?: boolean | undefined;
}

/** The steps that are wished for, and the folder against which their files are read. */
export async function readSpec({
  text,
  wav,
  script,
  fast = false,
}: SessionSpec): Promise<{ steps: ScriptStep[]; folder: string }> {
  if ([text, wav, script].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('Use one of --text, --wav and --script.');
  const pace = fast ? 'fast' : 'real';
  const answered: ScriptStep[] = [{ do: 'wait', for: 'answer', seconds: 120 }];
  if (text !== undefined) return { steps: [{ do: 'say', text }, ...answered], folder: '.' };
  if (wav !== undefined) return { steps: [{ do: 'play', file: wav, pace }, ...answered], folder: '.' };
  const file = script as string;
  const source = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`The file ${file} can not be read.`);
  });
  return { steps: readScript(source), folder: path.dirname(file) };
}

/** Takes the files of the steps in; their ids by the names that the steps use. */
export async function admitFiles(
  steps: readonly ScriptStep[],
  folder: string,
  files: FileStore,
): Promise<Record<string, string>> {
  const names = new Set(steps.flatMap((step) => (step.do === 'play' ? [step.file] : [])));
  const ids: Record<string, string> = {};
  for (const name of names) ids[name] = (await admitPath(files, path.resolve(folder, name))).id;
  return ids;
}
