// Stands in for tikv-server: tells its PD that it is up.
import { arg, hang, noteArguments, tellVersion } from './common.mjs';

tellVersion('-V');
noteArguments();
if (process.env.FAKE_TIKV === 'dies') {
  console.log('[2026/12/01 07:31:24.690 +00:00] [FATAL] [server.rs:100] ["error: the disk is on fire"]');
  process.exit(1);
}
await fetch(`http://${arg('--pd')}/fake/store?address=${arg('--addr')}`);
await hang();
