import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { inlineMedia, mediaHtml } from '#core/compare/export/inline-media.ts';
import { openDemo, readText, runToEnd } from '../../../../support/compare/compare-bench.ts';

test('image and speech models reply side by side with files, times and bytes', async () => {
  const { client, files, lane } = await openDemo();
  const { run, cells } = await runToEnd(client, {
    prompt: 'A lighthouse at dusk',
    lanes: [
      lane('a', 'demo-image', { routeId: 'images.generations', fields: { n: 2, size: '1024x1024' } }),
      lane('b', 'demo-image-url', { routeId: 'images.generations', fields: {} }),
      lane('c', 'demo-tts', { routeId: 'audio.speech', fields: { voice: 'alloy', response_format: 'wav' } }),
    ],
  });
  expect(cells.map(({ failure }) => failure?.message ?? null)).toEqual([null, null, null]);
  expect(cells.map(({ laneId, files: found }) => [laneId, found.map(({ type }) => type.split('/')[0])])).toEqual([
    ['a', ['image', 'image']],
    ['b', ['image']],
    ['c', ['audio']],
  ]);
  for (const { metrics } of cells) {
    expect(metrics?.latencyMs).toBeGreaterThan(0);
    expect(metrics?.receivedBytes).toBeGreaterThan(0);
    expect(metrics?.ttftMs ?? null).toBeNull();
  }

  const exported = async (form: 'html' | 'md' | 'csv') =>
    readText(files, (await client.compare.export({ runId: run.id, form })).id);
  const html = await exported('html');
  expect(html.match(/<img src="data:image\//g)).toHaveLength(3);
  expect(html.match(/<audio controls src="data:audio\//g)).toHaveLength(1);
  const names = cells.flatMap((cell) => cell.files.map(({ name }) => name));
  const [markdown, csv] = [await exported('md'), await exported('csv')];
  for (const name of names) {
    expect(markdown).toContain(`- ${name} (`);
    expect(csv).toContain(name);
  }
});

test('a page contains files up to a limit, and names those that it leaves out', async () => {
  const large = Buffer.alloc(9_000_000, 1);
  const sources: Record<string, Buffer> = { first: large, second: large, third: Buffer.from('small') };
  const open = async (id: string) =>
    sources[id] && {
      sizeBytes: sources[id].length,
      stream: async function* () {
        yield sources[id] as Buffer;
      },
    };
  const ref = (id: string, type = 'image/png') => ({
    id,
    name: `${id}.png`,
    type,
    sizeBytes: sources[id]?.length ?? 0,
  });
  const cells = [{ files: [ref('first'), ref('second'), ref('third'), ref('gone'), ref('third', 'image/svg+xml')] }];
  const media = await inlineMedia(cells as never, { open } as never);
  expect([...media.keys()]).toEqual(['first', 'third']);
  expect(mediaHtml(ref('second'), media)).toContain('second.png, 9.0 MB: not in this page');
  expect(mediaHtml({ ...ref('third'), name: '"><script>' }, media)).not.toContain('<script>');
});
