import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';

const execute = promisify(execFile);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

interface Cost {
  ms: number;
  mb: number;
}

async function loadOnce(file: string): Promise<Cost> {
  const script = `
    const [memory, cpu] = [process.memoryUsage().rss, process.threadCpuUsage()];
    await import(${JSON.stringify(pathToFileURL(file).href)});
    const { user, system } = process.threadCpuUsage(cpu);
    console.log((user + system) / 1000, (process.memoryUsage().rss - memory) / 1024 / 1024);`;
  const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', script]);
  const [ms, mb] = stdout.split(' ').map(Number) as [number, number];
  return { ms, mb };
}

/**
 * Milliseconds and megabytes that loading the readers adds to a fresh process over loading nothing, built as the app builds
 * them.
 */
export async function measureImport(rounds: number): Promise<Cost> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-readers-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      build: { ssr: 'electron/core/readers/open-reader.ts', outDir: folder, emptyOutDir: true, minify: true },
    });
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'nothing.js'), 'export const nothing = 0;');
    const [readers, nothing]: [Cost[], Cost[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      nothing.push(await loadOnce(join(folder, 'nothing.js')));
      readers.push(await loadOnce(join(folder, 'open-reader.js')));
    }
    const more = (field: keyof Cost) =>
      median(readers.map((cost) => cost[field])) - median(nothing.map((cost) => cost[field]));
    return { ms: more('ms'), mb: more('mb') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
