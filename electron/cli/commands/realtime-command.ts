import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readScript } from '#core/realtime/script.ts';
import type { ScriptStep } from '#shared/contract/session-script.ts';
import { formatSize } from '#shared/format.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import { routes } from '#shared/protocol/table.ts';
import type { FileStore } from '../../hosting/file-store.ts';
import { exitCodes } from '../exit-codes.ts';
import { admitPath } from '../input/admit-path.ts';
import { readOptions, refuseArguments, type Values } from '../input/options.ts';
import { readTarget, type Target } from '../input/target.ts';
import { onInterrupt } from '../interrupt.ts';
import { type OutFile, openOutput, refuseBothOnStdout, saveStored } from '../output/out-file.ts';
import { createSessionOutcome } from '../output/session-outcome.ts';
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
  if (values['transcribe-only'] && values.out !== undefined)
    throw new UsageError('--transcribe-only has no audio output: remove --out.');
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
    const { id } = await client.realtime
      .runScript({ draft, script: JSON.stringify(steps), fileIds })
      .catch(unusableFile);
    // The recording has standard output to itself.
    const spoken =
      values.out === '-' ? { ...terminal, data: async (chunk: string) => terminal.dimmed(chunk) } : terminal;
    const isTranscript = settings.settings.output === 'transcript';
    return await follow({ session, id, terminal: spoken, json: values.json ?? false, isTranscript, out });
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
  const isTranscript = values['transcribe-only'] === true;
  const { system, voice } = values;
  const transcribe = values.transcribe ?? (isTranscript ? model : target.kind === 'demo' ? 'demo-whisper' : undefined);
  return {
    model,
    dialect,
    auth,
    reconnect: !values['no-reconnect'],
    settings: {
      output: isTranscript ? 'transcript' : isSpoken ? 'audio' : 'text',
      // The whole file is one turn, which the steps commit.
      ...(isTranscript && { turns: { kind: 'manual' } as const }),
      ...(system !== undefined && { instructions: system }),
      ...(voice !== undefined && { voice }),
      ...(transcribe !== undefined && isSpoken && { transcription: { model: transcribe } }),
    },
  } as const;
}

/** A file that cannot be played is a mistake on the command line: nothing was sent. */
function unusableFile(thrown: unknown): never {
  const found = AppError.from(thrown);
  throw found.code === 'unsupported-media' ? new UsageError(found.message, found.hint) : thrown;
}

interface Followed {
  session: Session;
  id: string;
  terminal: Terminal;
  json: boolean;
  isTranscript: boolean;
  out: OutFile | null;
}

async function follow({ session, id, terminal, json, isTranscript, out }: Followed): Promise<number> {
  const conversation = session.client.realtime.attach({ id });
  const printer = json ? createSessionJson(terminal) : createSessionText(terminal, isTranscript ? 'person' : 'model');
  const outcome = createSessionOutcome(isTranscript);
  let isInterrupted = false;
  const stop = () => {
    isInterrupted = true;
    conversation.push({ kind: 'end' });
  };
  const removeHandler = onInterrupt(stop, 5000, terminal.closed);
  let status: number = exitCodes.interrupted;
  try {
    for await (const part of conversation) {
      outcome.take(part);
      if (part.type !== 'ended') {
        await printer.print(part);
        continue;
      }
      const missing = out && (await saveAudio(session, id, out, terminal));
      if (missing) outcome.isEmpty(missing);
      const ended = outcome.at(part);
      status = ended.exit;
      await printer.print(part, isInterrupted ? undefined : ended);
    }
  } finally {
    removeHandler();
    await terminal.endData();
  }
  return isInterrupted ? exitCodes.cancelled : status;
}

/** Saves the audio of the model. Returns what is missing when there is none. */
async function saveAudio(
  { client, files }: Session,
  id: string,
  out: OutFile,
  terminal: Terminal,
): Promise<Failure | null> {
  const { model } = await client.realtime.tracks({ id });
  if (!model) {
    await out.leave();
    const missing = failure('empty', `${out.path} was not written: the model sent no audio.`, {
      effect: 'not-saved',
      hint: 'Check that the model and the session settings produce audio.',
    });
    terminal.message(missing.message);
    return missing;
  }
  await saveStored(files, model.id, out);
  terminal.note(`${out.saved} (${model.type}, ${formatSize(model.sizeBytes)}).`);
  return null;
}

/** What a session does, from one of three options. */
export interface SessionSpec {
  text?: string | undefined;
  wav?: string | undefined;
  script?: string | undefined;
  /** Play files as fast as possible. */
  fast?: boolean | undefined;
  /** There is no model that replies. */
  'transcribe-only'?: boolean | undefined;
}

/** Reads the steps of the session, and the folder against which their files are resolved. */
export async function readSpec({
  text,
  wav,
  script,
  fast = false,
  'transcribe-only': isTranscript = false,
}: SessionSpec): Promise<{ steps: ScriptStep[]; folder: string }> {
  if ([text, wav, script].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('Use exactly one of --text, --wav and --script.');
  if (isTranscript && text !== undefined) throw new UsageError('--transcribe-only needs audio: use --wav.');
  const pace = fast ? 'fast' : 'real';
  const answered: ScriptStep[] = [{ do: 'wait', for: 'answer', seconds: 120 }];
  if (text !== undefined) return { steps: [{ do: 'say', text }, ...answered], folder: '.' };
  if (wav !== undefined && isTranscript)
    return {
      steps: [
        { do: 'play', file: wav, pace },
        { do: 'wait', for: 'played', seconds: 3600 },
        { do: 'commit' },
        { do: 'wait', for: 'transcript', seconds: 120 },
      ],
      folder: '.',
    };
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
