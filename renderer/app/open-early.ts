import { readBoot } from '../lib/client/boot.ts';
import { connection } from '../lib/client/client.ts';
import { takeToken } from '../lib/client/token.ts';

// Runs as soon as this file is evaluated, which is before anything that draws: the connection opens, and the first call
// is on its way, while the rest of the page is still being evaluated.
takeToken();
connection.start();

/** The first call of the page. */
export const boot = readBoot();
