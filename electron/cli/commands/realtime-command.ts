import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readScript } from '#core/realtime/script.ts';
import type { SessionPart } from '#shared/contract/realtime.ts';
import type { ScriptStep } from '#shared/contract/session-script.ts';
import { formatSize } from '#shared/format.ts';
import { routes } from '#shared/protocol/table.ts';
import type { FileStore } from '../../hosting/file-store.ts';
import { exitCodes, exitOfRun } from '../exit-codes.ts';
import { admitPath } from '../input/admit-path.ts';
import { readOptions, refuseArguments, type Values } from '../input/options.ts';
import { readTarget, type Target } from '../input/target.ts';
import { onInterrupt } from '../interrupt.ts';
import { type OutFile, openOutput, refuseBothOnStdout, saveStored } from '../output/out-file.ts';
import { createSessionJson, createSessionText } from '../output/session-printer.ts';
import type { Terminal } from '../output/terminal.ts';
import { realtimeOptions } from '../specs/realtime-spec.ts';
import { MissingModelError, UsageError } from '../usage-error.ts';
import type { Command, Surroundings } from './command.ts';
import { noteUsed, presetModel } from './defaults.ts';
import { gatewayFirst, openSession, type Session } from './session.ts';

/** `patchbay realtime`: runs one session over a WebSocket that sends a text, plays a file, or follows a script. */
export const runRealtime: Command = async (args, { env, version, openTerminal }) => {
  const { values, positionals } = readOptions(args, realtimeOptions);
  refuseArguments('realtime', positionals);
  const { steps, folder } = await readSpec(values);
  const target = await readTarget(values, env);
  const settings = await readSettings(values, target, env).catch((thrown) => gatewayFirst(thrown, target, version));
  refuseBothOnStdout(values);
  const terminal = openTerminal(values);
  const out = values.out === undefined ? null : await openOutput(values.out, values.force ?? false, terminal);
  let session: Session | undefined;
  try {
    session = await openSession(target, version, { terminal, ...values });
    const { client, connectionId, files } = session;
    const fileIds = await admitFiles(steps, folder, files);
    await noteUsed(session, target, values, settings.model, terminal);
    const draft = { connectionId, ...settings };
    const { id } = await client.realtime.runScript({ draft, script: JSON.stringify(steps), fileIds });
    // The recording has standard output to itself.
    const spoken =
      values.out === '-' ? { ...terminal, data: async (chunk: string) => terminal.dimmed(chunk) } : terminal;
    const status = await follow(session, id, spoken, values.json ?? false);
    if (out) await saveAudio(session, id, out, terminal);
    return status;
  } catch (thrown) {
    await out?.leave();
    throw thrown;
  } finally {
    await session?.close();
  }
};

async function readSettings(values: Values<typeof realtimeOptions>, target: Target, env: Surroundings['env']) {
  const { model = presetModel(target, env, routes.realtime), dialect, 'key-in': auth } = values;
  if (model === undefined) throw new MissingModelError('realtime');
  const isSpoken = values.text === undefined || values.out !== undefined || values.voice !== undefined;
  const { system, voice, transcribe = target.kind === 'demo' ? 'demo-whisper' : undefined } = values;
  return {
    model,
    dialect,
    auth,
    reconnect: !values['no-reconnect'],
    settings: {
      output: isSpoken ? 'audio' : 'text',
      ...(system !== undefined && { instructions: system }),
      ...(voice !== undefined && { voice }),
      ...(transcribe !== undefined && isSpoken && { transcription: { model: transcribe } }),
    },
  } as const;
}

async function follow({ client }: Session, id: string, terminal: Terminal, json: boolean): Promise<number> {
  const conversation = client.realtime.attach({ id });
  const printer = json ? createSessionJson(terminal) : createSessionText(terminal);
  let isInterrupted = false;
  const stop = () => {
    isInterrupted = true;
    conversation.push({ kind: 'end' });
  };
  const removeHandler = onInterrupt(stop, 5000, terminal.closed);
  let hasFailed = false;
  let last: SessionPart | null = null;
  try {
    for await (const part of conversation) {
      await printer.print(part);
      // A step that could not run, or a response that is invalid.
      hasFailed ||= part.type === 'expectation' && !part.met;
      hasFailed ||= part.type === 'problem' && part.failure.code === 'bad-draft';
      hasFailed ||= part.type === 'response' && part.state === 'done' && part.end.status === 'failed';
      last = part;
    }
  } finally {
    removeHandler();
    await terminal.endData();
  }
  if (isInterrupted) return exitCodes.cancelled;
  if (last?.type !== 'ended') return exitCodes.interrupted;
  const status = exitOfRun(last.state, last.failure?.code ?? null);
  return status === exitCodes.done && hasFailed ? exitCodes.failed : status;
}

async function saveAudio({ client, files }: Session, id: string, out: OutFile, terminal: Terminal): Promise<void> {
  const { model } = await client.realtime.tracks({ id });
  if (!model) {
    await out.leave();
    terminal.message(`${out.path} was not written: the model sent no audio.`);
    return;
  }
  await saveStored(files, model.id, out);
  terminal.note(`${out.saved} (${model.type}, ${formatSize(model.sizeBytes)}).`);
}

/** What a session does, from one of three options. */
export interface SessionSpec {
  text?: string | undefined;
  wav?: string | undefined;
  script?: string | undefined;
  /** Play files as fast as possible. */
  fast?: boolean | undefined;
}

/** Reads the steps of the session, and the folder against which their files are resolved. */
export async function readSpec({
  text,
  wav,
  script,
  fast = false,
}: SessionSpec): Promise<{ steps: ScriptStep[]; folder: string }> {
  if ([text, wav, script].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('Use exactly one of --text, --wav and --script.');
  const pace = fast ? 'fast' : 'real';
  const answered: ScriptStep[] = [{ do: 'wait', for: 'answer', seconds: 120 }];
  if (text !== undefined) return { steps: [{ do: 'say', text }, ...answered], folder: '.' };
  if (wav !== undefined) return { steps: [{ do: 'play', file: wav, pace }, ...answered], folder: '.' };
  const file = script as string;
  const source = await readFile(file, 'utf8').catch(() => {
    throw new UsageError(`The script ${file} cannot be read.`);
  });
  return { steps: readScript(source), folder: path.dirname(file) };
}

/** Stores the files of the steps; returns their ids by the names that the steps use. */
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
