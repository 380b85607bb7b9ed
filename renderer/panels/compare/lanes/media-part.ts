/** Images and audio of a reply. */
export { LaneMedia } from './lane-media.tsx';
