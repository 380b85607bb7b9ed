import { failure } from '#shared/protocol/failure.ts';
import { exitCodes, exitOfFailure } from '../exit-codes.ts';
import { readOptions } from '../input/options.ts';
import { readTarget } from '../input/target.ts';
import { listingFailures, nativeNote, prefixNote, printFailure } from '../output/failure-lines.ts';
import { printLine, printWarning } from '../output/terminal.ts';
import { modelsOptions } from '../specs/index.ts';
import type { Command } from './command.ts';
import { noteUsed } from './defaults.ts';
import { priceOf, ratesText } from './prices-command.ts';
import { inSession } from './session.ts';

const emptyList = failure('empty', 'The gateway accepted the request, but lists no models for this key.', {
  hint: 'Load or pull a model at the server, or ask its operator which models this key may use.',
});

/** `patchbay models [words]`: requests what the gateway lists on both surfaces. */
export const listModels: Command = async (args, { env, version, openTerminal }) => {
  const { values, positionals } = readOptions(args, modelsOptions);
  const terminal = openTerminal(values);
  const target = await readTarget(values, env);
  return inSession(target, version, { terminal, ...values }, async (session) => {
    await noteUsed(session, target, values, null, terminal);
    const { connectionId, client } = session;
    const { models, surfaces } = await client.models.list({ connectionId, refresh: true });
    const words = positionals.map((word) => word.toLowerCase());
    const shown = models.filter(({ id }) => words.every((word) => id.toLowerCase().includes(word)));
    const prices = new Map((await client.prices.list({ connectionId })).map((price) => [price.model, price]));
    const priced = shown.map((model) => ({ model, price: prices.get(model.id) }));
    if (values.json)
      for (const { model, price } of priced)
        await printLine(terminal, { type: 'model', ...model, ...(price && { price: priceOf(price) }) });
    else
      await terminal.table(
        priced.map(({ model, price }) => [model.id, model.endpoints.join(', '), price ? ratesText(price) : '']),
      );
    if (models.length > 0 && shown.length === 0) terminal.note('No model contains these words.');
    const connection = await session.connection();
    const failures = listingFailures(surfaces, connection);
    for (const failure of failures) await printFailure(failure, terminal, values.json ?? false);
    const hint = prefixNote(surfaces, connection);
    if (hint && !values.json) terminal.note(hint);
    const note = nativeNote(surfaces);
    if (note && values.json) await printWarning(terminal, true, 'native-routes', note);
    else if (note) terminal.note(note);
    const [first] = failures;
    if (models.length > 0) return exitCodes.done;
    if (first) return exitOfFailure(first.code);
    await printFailure(emptyList, terminal, values.json ?? false);
    return exitOfFailure(emptyList.code);
  });
};
