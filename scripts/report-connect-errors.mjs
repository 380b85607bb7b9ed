// Loaded into Electron's own download, which reports "fetch failed" without the cause: names it on stderr.
import { subscribe } from 'node:diagnostics_channel';

subscribe('undici:client:connectError', ({ error }) => {
  console.error(`[cause] ${error.code ?? error.cause?.code ?? error.message}`);
});
