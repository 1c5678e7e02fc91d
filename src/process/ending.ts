/** What must still be done before this process is gone, in the order in which it was asked for. */
const endings = new Set<() => void>();

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let isInstalled = false;

/**
 * Calls `end` once when this process ends: by itself, by an uncaught error, or by SIGINT, SIGTERM or SIGHUP. `end` is
 * synchronous, since nothing else runs any more. A signal that the program itself listens to is left to it: when it
 * exits, `end` is called. Returns what takes the request back.
 */
export function endWithProcess(end: () => void): () => void {
  install();
  endings.add(end);
  return () => {
    endings.delete(end);
  };
}

function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  process.on('exit', endAll);
  for (const signal of SIGNALS) {
    const onSignal = (): void => {
      if (process.listenerCount(signal) > 1) return;
      endAll();
      process.off(signal, onSignal);
      process.kill(process.pid, signal);
    };
    process.on(signal, onSignal);
  }
}

function endAll(): void {
  for (const end of endings) {
    try {
      end();
    } catch (error) {
      process.stderr.write(`cdcheck: ${String(error)}\n`);
    }
  }
}
