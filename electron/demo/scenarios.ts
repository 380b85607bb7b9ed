import type { GatewayState } from './incoming-request.ts';
import { brokenByteFaults } from './scenarios/broken-bytes.ts';
import { chatFaults } from './scenarios/chat-faults.ts';
import { endingFaults } from './scenarios/cuts-and-stalls.ts';
import { listingFaults, rankingFaults, vectorFaults } from './scenarios/data-faults.ts';
import type { Fault } from './scenarios/fault.ts';
import { imageFaults } from './scenarios/image-faults.ts';
import { nativeFaults } from './scenarios/native-faults.ts';
import { responsesFaults } from './scenarios/responses-faults.ts';
import { sessionFaults } from './scenarios/session-faults.ts';
import { statusFaults } from './scenarios/statuses.ts';
import { toolFaults } from './scenarios/tool-faults.ts';
import { transcriptFaults } from './scenarios/transcript-faults.ts';
import { videoFaults } from './scenarios/video-faults.ts';

/** Every fault that the demo can simulate. */
export const faults: readonly Fault[] = [
  ...endingFaults,
  ...statusFaults,
  ...chatFaults,
  ...toolFaults,
  ...responsesFaults,
  ...nativeFaults,
  ...listingFaults,
  ...vectorFaults,
  ...rankingFaults,
  ...imageFaults,
  ...transcriptFaults,
  ...videoFaults,
  ...brokenByteFaults,
  ...sessionFaults,
];

const byName = new Map(faults.map((fault) => [fault.name, fault]));

/** Returns the fault of a name, also of those that a gateway was given. */
export const faultNamed = ({ moreFaults }: Pick<GatewayState, 'moreFaults'>, name: string | null): Fault | null =>
  byName.get(name ?? '') ?? moreFaults.find((fault) => fault.name === name) ?? null;
