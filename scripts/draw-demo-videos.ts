// Draws the videos of the demo gateway: `node scripts/draw-demo-videos.ts`. Needs FFmpeg with libx264; the files are
// committed, so that nobody else does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { drawArt, layCaption } from '#demo/media/images/art.ts';
import { videoDurations, videoLooks, videoSize } from '#demo/media/video/video-files.ts';

const folder = path.join(import.meta.dirname, '../electron/demo/media/video/files');
const framesPerSecond = 12;

mkdirSync(folder, { recursive: true });
for (const look of videoLooks)
  for (const seconds of videoDurations) {
    const file = path.join(folder, `${look}-${seconds}.mp4`);
    const input = `-f rawvideo -pix_fmt rgba -s ${videoSize.width}x${videoSize.height} -r ${framesPerSecond} -i -`;
    // The same frames always give the same bytes, and the index is in front.
    const output =
      '-c:v libx264 -profile:v main -pix_fmt yuv420p -preset veryslow -crf 36 -bitexact -movflags +faststart -y';
    const encoder = spawn('ffmpeg', `-loglevel error ${input} ${output}`.split(' ').concat(file), {
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    for (let frame = 0; frame < seconds * framesPerSecond; frame += 1) {
      const at = frame / framesPerSecond;
      const image = drawArt({ seed: look, ...videoSize, seconds: at });
      layCaption(image, '', `demo video ${look}, ${at.toFixed(1)} of ${seconds}.0 s`);
      if (!encoder.stdin.write(image.pixels)) await once(encoder.stdin, 'drain');
    }
    encoder.stdin.end();
    const [code] = (await once(encoder, 'exit')) as [number];
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  }
