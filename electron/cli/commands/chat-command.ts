import type { DraftInput } from '#shared/contract/exchanges.ts';
import { streamedFields } from '#shared/protocol/bodies/streamed-fields.ts';
import type { ReplyForm } from '#shared/protocol/part.ts';
import { routes } from '#shared/protocol/table.ts';
import { exitCodes } from '../exit-codes.ts';
import { readAssignment, removePath, setPath } from '../input/assignments.ts';
import { type ChatPrompt, createChatPrompt } from '../input/chat-prompt.ts';
import { readOptions } from '../input/options.ts';
import { addedTo } from '../input/plan-body.ts';
import { noHistory, openPromptHistory } from '../input/prompt-history.ts';
import { createPatientInput, type StandardInput } from '../input/read-input.ts';
import { isRecorded, readTarget } from '../input/target.ts';
import { interrupt } from '../interrupt.ts';
import { storedBytes } from '../output/out-file.ts';
import { createHumanPrinter, createJsonPrinter, type PartPrinter } from '../output/part-printer.ts';
import { besideResponseFiles } from '../output/response-files.ts';
import { chatOptions } from '../specs/request-specs.ts';
import { MissingModelError, UsageError } from '../usage-error.ts';
import type { Command } from './command.ts';
import { type ChatRequest, createConversation } from './conversation.ts';
import { noteUsed, presetModel } from './defaults.ts';
import { readNamedPrompt } from './named-prompt.ts';
import { savedFolder } from './open-core.ts';
import { isPreview, previewDraft } from './preview-draft.ts';
import { runDraft } from './run-draft.ts';
import { gatewayFirst, openSession } from './session.ts';
import { readSlashCommand, runSlashCommand, type SlashContext } from './slash-commands.ts';

const route = routes['chat.completions'];

/** `patchbay chat [text]`: one question from the arguments and a pipe, or on a terminal a conversation. */
export const chat: Command = async (args, { env, version, stdin, stderr, openTerminal }) => {
  const { values, positionals } = readOptions(args, chatOptions);
  const terminal = openTerminal(values);
  const target = await readTarget(values, env);
  const model = values.model ?? presetModel(target, env, route);
  if (model === undefined) return gatewayFirst(new MissingModelError('chat'), target, version);
  const input = createPatientInput(stdin, terminal);
  const prompt = await readNamedPrompt(values, version, input);
  const isConversation = positionals.length === 0 && prompt === '' && Boolean(stdin.isTTY);
  const question = isConversation ? '' : await readQuestion(prompt, positionals, input);
  const draftOf = ({ messages, inline, model: asked }: ChatRequest, connectionId: string): DraftInput => {
    const start = { model: asked, messages, ...streamedFields(route.id) };
    const set = (values.set ?? [])
      .map(readAssignment)
      .reduce<unknown>((at, [path, value]) => setPath(at, path, value), start);
    const body = (values.without ?? []).reduce(removePath, set);
    return {
      connectionId,
      routeId: route.id,
      body: { kind: 'json', text: JSON.stringify(body), inline: [...inline] },
      options: { finishAlone: false, added: addedTo(route, values) },
    };
  };
  if (isPreview(values)) {
    if (isConversation) throw new UsageError('A conversation cannot be shown before it is sent: add text.');
    const system = values.system === undefined ? [] : [{ role: 'system' as const, content: values.system }];
    const request = { model, messages: [...system, { role: 'user' as const, content: question }], inline: [] };
    return previewDraft(target, version, values, terminal, async ({ connectionId }) => draftOf(request, connectionId));
  }
  const session = await openSession(target, version, { terminal, ...values });

  const send = async (request: ChatRequest) => {
    const files = besideResponseFiles(({ id }) => storedBytes(session.files, id));
    const printer = values.json
      ? createJsonPrinter(terminal, files)
      : createHumanPrinter(terminal, files, isRecorded(target, values));
    const reply = listen(printer);
    const draft = draftOf(request, session.connectionId);
    const status = await runDraft(session, draft, reply.printer, terminal.closed);
    const { hasImages, ...heard } = reply.heard();
    if (isConversation && hasImages)
      terminal.note('Images of a reply are not sent with your next message. To send one: /file');
    return { status, reply: { ...heard, model: request.model } };
  };
  const conversation = createConversation(model, values.system ?? null, send);

  try {
    if (!isConversation) {
      await noteUsed(session, target, values, model, terminal);
      return (await conversation.send(question)).status;
    }
    const { name, baseAddress } = await session.connection();
    const place = target.kind === 'address' ? baseAddress : `${name}, ${baseAddress}`;
    terminal.note(`${model} at ${place}, route ${route.id}. /help lists commands, /exit or Ctrl-D quits.`);
    const history = values['no-history']
      ? noHistory
      : await openPromptHistory(savedFolder(), (why) => terminal.note(`The prompt history cannot be stored (${why}).`));
    const prompt = createChatPrompt({ stdin, stderr, onInterrupt: interrupt, history });
    return await converse(prompt, { conversation, terminal, session });
  } finally {
    await session.close();
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

/** Records the first choice while it is printed. */
function listen(printer: PartPrinter): {
  printer: PartPrinter;
  heard(): { text: string; form: ReplyForm | null; hasImages: boolean };
} {
  let text = '';
  let form: ReplyForm | null = null;
  let hasImages = false;
  return {
    heard: () => ({ text, form, hasImages }),
    printer: {
      print(part, cost) {
        if (part.type === 'text-delta' && !part.choice) text += part.text;
        if (part.type === 'reply-form') form = part;
        hasImages ||= part.type === 'image' && part.partial === undefined;
        return printer.print(part, cost);
      },
    },
  };
}
