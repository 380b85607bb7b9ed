import { chat } from './chat.ts';
import { connections } from './connections.ts';
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { palette } from './palette.ts';
import { pieces } from './pieces.ts';
import { settings } from './settings.ts';
import { welcome } from './welcome.ts';
import { wire } from './wire.ts';

/** The English catalogue: one section for each panel and each part of the frame. */
export const en = { frame, palette, wire, pieces, failures, welcome, connections, settings, chat };
