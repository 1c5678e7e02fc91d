import { gather } from './barrier.js';
import { persist, touchCheckpoint } from './checkpoint.js';
import type { Pipeline } from './pipeline.js';
import { succeed } from './takeover.js';

/** Lets the owner step back: it finishes the DDL that it is at and persists the checkpoint; the next capture takes over, and it stays as the last in line. */
export async function resign(pipeline: Pipeline): Promise<void> {
  const { clock, owner: last } = pipeline;
  await clock.until(() => pipeline.carrying === null || pipeline.owner !== last || last.state !== 'alive');
  const heir = pipeline.members.find((member) => member.state === 'alive' && member !== last);
  if (heir === undefined || pipeline.owner !== last || last.state !== 'alive') return;
  persist(pipeline);
  pipeline.members = [...pipeline.members.filter((member) => member !== last), last];
  succeed(pipeline, last, heir);
  touchCheckpoint(pipeline);
  gather(pipeline);
}
