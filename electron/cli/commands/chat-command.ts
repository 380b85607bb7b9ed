import { streamedFields } from '#shared/protocol/bodies/streamed-fields.ts';
import { routes } from '#shared/protocol/table.ts';
import { didYouMean } from '../did-you-mean.ts';
import { exitCodes } from '../exit-codes.ts';
import { readAssignment, setPath } from '../input/assignments.ts';
import { type ChatPrompt, createChatPrompt } from '../input/chat-prompt.ts';
import { readOptions } from '../input/options.ts';
import { createPatientInput, type StandardInput } from '../input/read-input.ts';
import { isTemporary, readTarget } from '../input/target.ts';
import { interrupt } from '../interrupt.ts';
import { storedBytes } from '../output/out-file.ts';
import { createHumanPrinter, createJsonPrinter, type PartPrinter } from '../output/part-printer.ts';
import { besideResponseFiles } from '../output/response-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { chatOptions } from '../specs/request-specs.ts';
import { MissingModelError, UsageError } from '../usage-error.ts';
import type { Command } from './command.ts';
import { presetModel } from './preset-model.ts';
import { runDraft } from './run-draft.ts';
import { gatewayFirst, noteUsed, openSession } from './session.ts';

interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

const route = routes['chat.completions'];

/** `patchbay chat [text]`: one question from the arguments and a pipe, or on a terminal a conversation. */
export const chat: Command = async (args, { env, version, stdin, stderr, openTerminal }) => {
  const { values, positionals } = readOptions(args, chatOptions);
  const terminal = openTerminal(values);
  const target = await readTarget(values, env);
  const model = values.model ?? presetModel(target, env, route);
  if (model === undefined) return gatewayFirst(new MissingModelError('chat'), target, version);
  const isConversation = positionals.length === 0 && Boolean(stdin.isTTY);
  const question = isConversation ? '' : await readQuestion(positionals, createPatientInput(stdin, terminal));
  const messages: Message[] = values.system === undefined ? [] : [{ role: 'system', content: values.system }];
  const session = await openSession(target, version);

  const answer = async (content: string): Promise<number> => {
    messages.push({ role: 'user', content });
    const start = { model, messages, ...streamedFields(route.id) };
    const body = (values.set ?? [])
      .map(readAssignment)
      .reduce<unknown>((at, [path, value]) => setPath(at, path, value), start);
    const files = besideResponseFiles(({ id }) => storedBytes(session.files, id));
    const printer = values.json
      ? createJsonPrinter(terminal, files)
      : createHumanPrinter(terminal, files, !isTemporary(target));
    const reply = listen(printer);
    const draft = {
      connectionId: session.connectionId,
      routeId: route.id,
      body: { kind: 'json' as const, text: JSON.stringify(body) },
      options: { finishAlone: false },
    };
    const status = await runDraft(session, draft, reply.printer, terminal.closed);
    // A question without a reply is not part of the conversation; an interrupted reply is, as far as it arrived.
    if (reply.text()) messages.push({ role: 'assistant', content: reply.text() });
    else messages.pop();
    return status;
  };

  try {
    if (!isConversation) {
      await noteUsed(session, target, values, model, terminal);
      return await answer(question);
    }
    const { name, baseAddress } = await session.connection();
    const place = target.kind === 'address' ? baseAddress : `${name}, ${baseAddress}`;
    terminal.note(`${model} at ${place}. Type /help for commands, Ctrl-D to quit.`);
    return await converse(createChatPrompt({ stdin, stderr, onInterrupt: interrupt }), terminal, answer);
  } finally {
    await session.close();
  }
};

/** Returns the piped text, then the arguments. @throws UsageError when both are empty. */
async function readQuestion(words: readonly string[], input: StandardInput): Promise<string> {
  const texts = await Promise.all(words.map(async (word) => (word === '-' ? (await input.read()).trimEnd() : word)));
  const question = [await input.piped(), texts.join(' ')].filter((part) => part.trim() !== '').join('\n\n');
  if (question === '') throw new UsageError('There is no text to send: add it, or pipe it in.');
  return question;
}

const help = [
  '/help   Show this list',
  '/exit   Quit, like Ctrl-D',
  'Ctrl-C  Stop the reply, or quit when there is none',
  'Pasted lines are one message. To send text that starts with a slash, type a space first.',
];

const exits = ['/exit', '/quit', '/bye'];

/** @returns the exit status of the last run. */
async function converse(
  prompt: ChatPrompt,
  terminal: Terminal,
  answer: (content: string) => Promise<number>,
): Promise<number> {
  let status: number = exitCodes.done;
  try {
    for (let turn = await prompt.ask(); turn !== null && !terminal.closed.aborted; turn = await prompt.ask()) {
      const [, command] = /^(\/[a-z?]+)(?: .*)?$/.exec(turn) ?? [];
      if (command !== undefined && exits.includes(command)) break;
      if (command === '/help' || command === '/?') for (const line of help) terminal.message(line);
      else if (command)
        terminal.message(
          `Unknown command ${command}.${didYouMean(command, ['/help', ...exits]) || ' Type /help for the list.'} Nothing was sent.`,
        );
      else if (turn.trim()) status = await answer(turn);
    }
    return status;
  } finally {
    prompt.close();
  }
}

/** Records the text of the first choice while it is printed. */
function listen(printer: PartPrinter): { printer: PartPrinter; text(): string } {
  let text = '';
  return {
    text: () => text,
    printer: {
      print(part) {
        if (part.type === 'text-delta' && !part.choice) text += part.text;
        return printer.print(part);
      },
    },
  };
}
