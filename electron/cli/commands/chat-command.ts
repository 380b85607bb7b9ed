import type { DraftInput } from '#shared/contract/exchanges.ts';
import { counted } from '#shared/format.ts';
import type { ReplyForm } from '#shared/protocol/part.ts';
import { routes } from '#shared/protocol/table.ts';
import type { FileStore } from '../../hosting/file-store.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import { chatDraft, readSchema } from '../input/chat-draft.ts';
import { type ChatFile, imageFile, readChatFile } from '../input/chat-files.ts';
import { type ChatPrompt, createChatPrompt } from '../input/chat-prompt.ts';
import { readOptions } from '../input/options.ts';
import { noHistory, openPromptHistory } from '../input/prompt-history.ts';
import { createPatientInput, type StandardInput } from '../input/read-input.ts';
import { isRecorded, readTarget } from '../input/target.ts';
import { interrupt } from '../interrupt.ts';
import { refuseBothOnStdout, storedBytes } from '../output/out-file.ts';
import { createHumanPrinter, createJsonPrinter, type PartPrinter } from '../output/part-printer.ts';
import { besideResponseFiles, openResponseFiles } from '../output/response-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { chatOptions } from '../specs/request-specs.ts';
import { MissingModelError, UsageError } from '../usage-error.ts';
import type { Command } from './command.ts';
import { type ContinuedChat, readLastChat } from './continued-chat.ts';
import { type ChatRequest, createConversation } from './conversation.ts';
import { noteUsed, presetModel } from './defaults.ts';
import { readNamedPrompt } from './named-prompt.ts';
import { savedFolder } from './open-core.ts';
import { isPreview, previewDraft } from './preview-draft.ts';
import { findNativeKeyStyle } from './run-command.ts';
import { runDraft } from './run-draft.ts';
import { gatewayFirst, openSession, type Session } from './session.ts';
import { readSlashCommand, runSlashCommand, type SlashContext } from './slash-commands.ts';

/** `patchbay chat [text]`: one question from the arguments and a pipe, or on a terminal a conversation. */
export const chat: Command = async (args, { env, version, stdin, stderr, openTerminal }) => {
  const { values, positionals } = readOptions(args, chatOptions);
  refuseBothOnStdout(values);
  const terminal = openTerminal(values);
  const target = await readTarget(values, env);
  const route = routes[values.route];
  const begun = values.continue ? await readLastChat(version) : null;
  const model = values.model ?? begun?.model ?? presetModel(target, env, route);
  if (model === undefined) return gatewayFirst(new MissingModelError('chat'), target, version);
  const input = createPatientInput(stdin, terminal);
  const prompt = await readNamedPrompt(values, version, input);
  const isConversation = positionals.length === 0 && prompt === '' && Boolean(stdin.isTTY);
  const question = isConversation ? '' : await readQuestion(prompt, positionals, input);
  if (isConversation && values.out !== undefined)
    throw new UsageError('--out is for one reply: add text, or write the conversation with /save FILE.');
  const format = values.schema === undefined ? null : await readSchema(values.schema);
  const draftOf = (request: ChatRequest, connectionId: string) =>
    chatDraft(request, connectionId, { ...values, format });
  const attached = (store: FileStore) => Promise.all((values.file ?? []).map((file) => readChatFile(store, file)));
  if (isPreview(values)) {
    if (isConversation) throw new UsageError('A conversation cannot be shown before it is sent: add text.');
    return previewDraft(target, version, values, terminal, async ({ connectionId, files }) => {
      let shown: DraftInput | undefined;
      const keep = async (request: ChatRequest) => {
        shown = draftOf(request, connectionId);
        return { status: exitCodes.done, reply: { text: '', images: [], model, form: null } };
      };
      const unsent = createConversation(model, values.system ?? null, keep, begun);
      for (const file of await attached(files)) unsent.attach(file);
      await unsent.send(question);
      return shown as DraftInput;
    });
  }
  let session: Session | undefined;
  const read = ({ id }: { id: string }) => storedBytes((session as Session).files, id);
  // Created before anything is sent, so that no paid reply fails because its file name is taken.
  const out =
    values.out === undefined || values.out === '-'
      ? null
      : await openResponseFiles(values.out, values.force ?? false, read);
  try {
    const opened = await openSession(target, version, { terminal, ...values });
    session = opened;
    if (target.kind !== 'demo') await findNativeKeyStyle(opened, route);
    const send = async (request: ChatRequest) => {
      const files = out ?? besideResponseFiles(read);
      const printer = values.json
        ? createJsonPrinter(terminal, files)
        : createHumanPrinter(terminal, files, isRecorded(target, values));
      const reply = listen(printer);
      const status = await runDraft(opened, draftOf(request, opened.connectionId), reply.printer, terminal.closed);
      const { text, form, images, unstored } = reply.heard();
      if (isConversation) noteImages(images.length, unstored, terminal);
      const isComplete = status === exitCodes.done || status === exitCodes.shortened;
      return {
        status: isComplete && files.failure ? exitOfFailure(files.failure.code) : status,
        // Other routes have other forms.
        reply: { text, images, form: route.id === 'chat.completions' ? form : null, model: request.model },
      };
    };
    const conversation = createConversation(model, values.system ?? null, send, begun);
    if (begun) noteBegun(begun, terminal);

    for (const file of await attached(opened.files)) conversation.attach(file);
    if (!isConversation) {
      await noteUsed(opened, target, values, model ?? null, terminal);
      return (await conversation.send(question)).status;
    }
    const { name, baseAddress } = await opened.connection();
    const place = target.kind === 'address' ? baseAddress : `${name}, ${baseAddress}`;
    terminal.note(`${model} at ${place}, route ${route.id}. /help lists commands, /exit or Ctrl-D quits.`);
    const history = values['no-history']
      ? noHistory
      : await openPromptHistory(savedFolder(), (why) => terminal.note(`The prompt history cannot be stored (${why}).`));
    const prompt = createChatPrompt({ stdin, stderr, onInterrupt: interrupt, history });
    return await converse(prompt, { conversation, terminal, session: opened });
  } catch (thrown) {
    await out?.end('failed');
    throw thrown;
  } finally {
    await session?.close();
  }
};

/** Returns the piped text, the saved prompt, then the arguments. @throws UsageError when all are empty. */
async function readQuestion(prompt: string, words: readonly string[], input: StandardInput): Promise<string> {
  const texts = await Promise.all(words.map(async (word) => (word === '-' ? (await input.read()).trimEnd() : word)));
  const question = [await input.piped(), prompt, texts.join(' ')].filter((part) => part.trim() !== '').join('\n\n');
  if (question === '') throw new UsageError('There is no text to send: add it, or pipe it in.');
  return question;
}

/** @returns the exit status of the last run. */
async function converse(prompt: ChatPrompt, context: SlashContext): Promise<number> {
  const { conversation, terminal } = context;
  let status: number = exitCodes.done;
  let draft = '';
  try {
    while (!terminal.closed.aborted) {
      const turn = await prompt.ask(draft);
      if (turn === null) break;
      draft = '';
      const command = readSlashCommand(turn);
      if (command === null && turn.trim() === '') continue;
      const outcome = command === null ? await conversation.send(turn) : await runSlashCommand(command, context);
      if (outcome === 'exit') break;
      if (outcome === null) continue;
      status = outcome.status;
      if (outcome.unanswered === null) continue;
      draft = outcome.unanswered.length <= draftLimit ? outcome.unanswered : '';
      terminal.note(
        draft === '' ? 'To send your message again: /retry' : 'Your message is kept: edit it, or send it again.',
      );
    }
    return status;
  } finally {
    prompt.close();
  }
}

/** A longer message would fill the screen. */
const draftLimit = 2000;

function noteBegun({ place, lostFiles }: ContinuedChat, terminal: Terminal): void {
  terminal.note(`Continuing the conversation of ${place}.`);
  if (lostFiles > 0) terminal.message(`${counted(lostFiles, 'file')} of it: no longer stored, not sent again.`, 'warn');
}

/** Says which images of a reply are sent with the next message. */
function noteImages(stored: number, unstored: number, terminal: Terminal): void {
  if (stored > 0)
    terminal.note(`${counted(stored, 'image')} of this reply will be sent with your next message. /clear removes it.`);
  if (unstored > 0)
    terminal.note(
      `Images of this reply that can't be sent, because they were not stored: ${unstored}. To send one: /file`,
    );
}

/** Records the first choice while it is printed. */
function listen(printer: PartPrinter): { printer: PartPrinter; heard(): Heard } {
  let text = '';
  let form: ReplyForm | null = null;
  const images: ChatFile[] = [];
  let unstored = 0;
  return {
    heard: () => ({ text, form, images, unstored }),
    printer: {
      print(part, cost) {
        if (part.type === 'text-delta' && !part.choice) text += part.text;
        if (part.type === 'reply-form') form = part;
        if (part.type === 'image' && part.partial === undefined) {
          if (part.ref) images.push(imageFile(part.ref));
          else unstored += 1;
        }
        return printer.print(part, cost);
      },
    },
  };
}

/** What was heard of a reply; `unstored` counts images without a file. */
interface Heard {
  text: string;
  form: ReplyForm | null;
  images: ChatFile[];
  unstored: number;
}
