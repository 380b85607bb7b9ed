/** The Chinese strings that panels share. Each section has the type of its English one. */
export { cost } from './cost.ts';
export { failures, warnings } from './failures.ts';
export { frame } from './frame.ts';
export { gateway } from './gateway.ts';
export { actions, palette } from './overlays.ts';
export { encodings, pieces, texts } from './pieces.ts';
export { prompts } from './prompts.ts';
export { inspector, wire } from './wire.ts';
