// Runs inside the namespace: the commands of a user against the demo gateway, and the kernel's counters.
import diagnostics from 'node:diagnostics_channel';
import { Resolver } from 'node:dns/promises';
import { readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { runProgram } from '../../../electron/cli/program.ts';
import type { Egress } from './measure-egress.ts';

let accepted = 0;
diagnostics.subscribe('net.server.socket', () => {
  accepted += 1;
});

/** One kernel counter for this network alone. */
function counter(protocol: 'Tcp' | 'Udp', name: string): number {
  const [names = [], values = []] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${protocol}: `))
    .map((line) => line.split(' '));
  return Number(values[names.indexOf(name)]);
}
const opened = () => counter('Tcp', 'ActiveOpens');
const datagrams = () => counter('Udp', 'OutDatagrams');

const commands = [
  ['models', '--demo'],
  [
    'chat',
    'Show ![a picture](https://pictures.test/a.png) and <img src="https://pictures.test/b.png">',
    '-m',
    'demo-echo',
    '--demo',
  ],
  ['run', 'responses', 'Hello', '--demo', '--stream'],
  ['run', 'native.generateContent', 'Hello', '--demo'],
  ['run', 'images.generations', 'a hill', '--demo', '--out', 'hill.png'],
  ['run', 'embeddings', 'Hello', '--demo'],
  ['run', 'rerank', 'tea', 'cake', '--demo'],
  ['chat', 'Hello', '--demo', '--scenario', 'redirect-cross'],
  ['chat', 'Hello', '--demo', '--scenario', 'cut-mid-stream'],
  ['check', '--demo', '--level', 'cheap', '--report', 'check.html'],
  ['tasks', 'submit', 'a hill', '--demo', '--set', 'seconds="1"', '--set', 'size=64x64', '--out', 'hill.mp4'],
  ['realtime', '--demo', '--text', 'Hello'],
];

const spoken = ['run', 'audio.speech', 'Hello', '--demo', '--out', 'hello.wav'];
/** Reads the file that speech leaves. */
const transcribed = ['run', 'audio.transcriptions', 'hello.wav', '--demo'];

const root = path.join(import.meta.dirname, '../../..');
const run = async (argv: string[]): Promise<[string, number]> => [
  argv.join(' '),
  await runProgram(argv, { env: process.env, version: '1.2.3', root }),
];
// Side by side, because each mostly waits for the pace of its demo gateway.
const speech = run(spoken);
const ran: Egress['ran'] = await Promise.all([speech, speech.then(() => run(transcribed)), ...commands.map(run)]);

const counted = { opened: opened(), accepted, datagrams: datagrams() };
await new Promise<void>((resolve) => net.connect(9, '203.0.113.9').on('error', () => resolve()));
const resolver = new Resolver({ timeout: 200, tries: 1 });
resolver.setServers(['198.51.100.53']);
await resolver.resolve4('canary.test').catch(() => {});
const control = { opened: opened() - counted.opened, datagrams: datagrams() - counted.datagrams };
const egress: Egress = { ran, ...counted, control };
writeFileSync(process.argv[2] ?? '', JSON.stringify(egress));
process.exit(0);
