import { chat } from './chat.ts';
import { checks } from './checks.ts';
import { connections } from './connections.ts';
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { models } from './models.ts';
import { palette } from './palette.ts';
import { pieces } from './pieces.ts';
import { settings } from './settings.ts';
import { texts } from './texts.ts';
import { welcome } from './welcome.ts';
import { wire } from './wire.ts';
import { wireDetail } from './wire-detail.ts';
import { wirePanel } from './wire-panel.ts';

/** The English catalogue: one section for each panel and each part of the frame. */
export const en = {
  frame,
  palette,
  wire,
  wirePanel,
  wireDetail,
  pieces,
  failures,
  welcome,
  connections,
  settings,
  texts,
  chat,
  checks,
  models,
};
