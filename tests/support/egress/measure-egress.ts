import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The counts of an isolated network. */
export interface Egress {
  /** Commands that were run, with their exit status. */
  ran: [command: string, status: number][];
  /** Connections that were opened, to anywhere. */
  opened: number;
  /** Connections that our own servers accepted. */
  accepted: number;
  /** Datagrams that were sent, such as DNS queries. */
  datagrams: number;
  /** The same counts after one deliberate connection and one DNS query to the outside. */
  control: { opened: number; datagrams: number };
}

/** Every address leads back here, so that whatever is sent is counted and nothing arrives anywhere. */
const prepare = 'ip link set lo up && ip route add local 0.0.0.0/0 dev lo';

/** Why no isolated network is possible here, or `null`. */
export function egressProblem(): string | null {
  if (process.platform !== 'linux') return 'network namespaces exist only on Linux';
  const { status, stderr, error } = spawnSync('unshare', ['-Urn', 'sh', '-c', prepare], { encoding: 'utf8' });
  if (error) return `the command "unshare" is missing (${error.message})`;
  return status === 0 ? null : `network namespaces are not available (${stderr.trim()})`;
}

/** Runs the commands of a user in their own network namespace. */
export async function measureEgress(): Promise<Egress> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-egress-'));
  try {
    const result = path.join(folder, 'result.json');
    const child = path.join(import.meta.dirname, 'egress-child.ts');
    const command = `${prepare} && exec "$0" "$1" "$2"`;
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, HOME: folder, TMPDIR: folder, NODE_NO_WARNINGS: '1' };
    const running = spawn('unshare', ['-Urn', 'sh', '-c', command, process.execPath, child, result], {
      env,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    running.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const [status] = await once(running, 'close');
    if (status !== 0) throw new Error(`the run in the namespace ended with ${status}: ${said.slice(-2000)}`);
    return JSON.parse(readFileSync(result, 'utf8')) as Egress;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
