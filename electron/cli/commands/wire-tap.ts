import type { CoreOptions, RunningCore } from '#core/index.ts';
import type { Client } from '#shared/contract/index.ts';
import { counted } from '#shared/format.ts';
import type { Part } from '#shared/protocol/part.ts';
import { type OutFile, openOutFile, saveStored } from '../output/out-file.ts';
import type { Terminal } from '../output/terminal.ts';
import { requestHead, responseHead } from '../output/wire-lines.ts';
import { UsageError } from '../usage-error.ts';

type Exchange = Parameters<NonNullable<CoreOptions['onExchange']>>[0];

export interface WireValues {
  verbose?: boolean | undefined;
  har?: string | undefined;
  'no-history'?: boolean | undefined;
  force?: boolean | undefined;
}

/** Shows and saves what one command sends and receives: `--verbose` and `--har`. */
export interface WireTap {
  /** For the core that sends. */
  onExchange(exchange: Exchange): void;
  /** A part of a running request: once it is being sent, its head is printed without waiting for the response. */
  part(part: Part): void;
  /** Writes the HAR file; call once nothing is sent anymore. */
  end(core: { client: Client; files: RunningCore['files'] }): Promise<void>;
  /** Removes an empty HAR file when the command could not begin. */
  leave(): Promise<void>;
}

/** The most requests that one HAR file contains. */
const maxExported = 5000;

/**
 * Opens the tap of a command; `null` when it was not asked for.
 *
 * @throws UsageError when the HAR file cannot be created, before anything is sent.
 */
export async function openWireTap(
  { verbose = false, har, force = false }: WireValues,
  terminal: Terminal,
): Promise<WireTap | null> {
  if (har === '-') throw new UsageError('--har needs a file name: stdout is for the result.');
  const out = har === undefined ? null : await openOutFile(har, force);
  if (!verbose && !out) return null;
  /** The requests of the command, in the order in which they began. */
  const begun = new Map<string, Exchange>();
  const printed = { request: new Set<string>(), response: new Set<string>() };
  let runningId = '';

  const print = (sign: '>' | '<', lines: readonly string[]) => {
    for (const line of [...lines, '']) terminal.message(`${sign} ${line}`.trimEnd());
  };
  const printRequest = (exchange: Exchange | undefined) => {
    if (!verbose || !exchange || printed.request.has(exchange.id)) return;
    printed.request.add(exchange.id);
    if (exchange.proxy !== null) terminal.message(`* Proxy: ${exchange.proxy}`);
    print('>', requestHead(exchange));
  };
  const printResponse = ({ id, response }: Exchange) => {
    if (!verbose || !response || printed.response.has(id)) return;
    printed.response.add(id);
    print('<', responseHead(response));
  };
  return {
    onExchange(exchange) {
      begun.set(exchange.id, exchange);
      // What never left this computer was not sent.
      if (exchange.sent === 'not-sent') return;
      printRequest(exchange);
      printResponse(exchange);
    },
    part(part) {
      if (part.type === 'run-start') runningId = part.exchangeId;
      if (part.type === 'progress' && (part.stage === 'sending' || part.stage === 'waiting'))
        printRequest(begun.get(runningId));
    },
    async end({ client, files }) {
      if (!out) return;
      const ids = [...begun.keys()].slice(0, maxExported);
      if (ids.length === 0) return leave(out, terminal);
      const { id } = await client.exchanges.har({ ids });
      await saveStored(files, id, out);
      const cut = begun.size > maxExported ? `, the first of ${begun.size}` : '';
      terminal.note(`${out.saved} (${counted(ids.length, 'request')}${cut}).`);
    },
    leave: async () => void (await out?.leave()),
  };
}

async function leave(out: OutFile, terminal: Terminal): Promise<void> {
  await out.leave();
  terminal.message(`${out.path} was not written: nothing was requested.`);
}
