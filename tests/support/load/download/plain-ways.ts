import { createWriteStream } from 'node:fs';
import http from 'node:http';
import { pipeline } from 'node:stream/promises';
import { stream as undiciStream } from 'undici';

/** Each downloads a URL into a file as directly as it can. */
export const plainWays: Record<string, (address: string, file: string) => Promise<unknown>> = {
  'node:http': (address, file) =>
    new Promise((resolve, reject) => {
      http.get(address, (answer) => void pipeline(answer, createWriteStream(file)).then(resolve, reject));
    }),
  async fetch(address, file) {
    const { body } = await fetch(address);
    if (body) await pipeline(body, createWriteStream(file));
  },
  undici: (address, file) => undiciStream(address, { method: 'GET' }, () => createWriteStream(file)),
};
