import type { RowsEvent } from './commitLog.js';
import { mix } from './hash.js';
import type { Dispatcher, Pipeline } from './pipeline.js';

/** Whether rows are passed over instead of written: healthy, none ever are, since to write once too often does no harm. */
export function isSkipped(pipeline: Pipeline, { id, away }: Dispatcher, event: RowsEvent): boolean {
  if (away === null) return false;
  const { log, planted, sink } = pipeline;
  const opportunity = mix(event.identity, id);
  const isMeanwhile = event.ts > away.from && event.ts <= away.to;
  if (isMeanwhile && planted.hits('partition-moved', opportunity)) {
    const { version } = log.versionsAt(id, event.ts);
    if (version !== undefined && version.partition !== null) return true;
  }
  return sink.partWrittenAt(event) <= away.until && planted.hits('split-transaction', opportunity);
}
