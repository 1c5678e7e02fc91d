import { describe, expect, it } from 'vitest';
import type { Kind } from '../../../model/command.js';
import { drawCommands, shuffleTogether, someKinds, sqlKinds } from '../../model/drawCommands.js';
import { seeded } from '../../model/seeded.js';
import { agreement } from './agreement.js';
import { withUpstream, type Upstream } from './upstream.js';

const SEED = Number(process.env['CDCHECK_SEED'] ?? 1);
const SEQUENCES = Number(process.env['CDCHECK_RUNS'] ?? 40);
const COMMANDS = 60;

describe('the model against one server', () => {
  let upstream: Upstream;
  withUpstream((opened) => {
    upstream = opened;
  });

  it('agrees after every command in outcome, rows, partitions, definitions', { timeout: 0 }, async () => {
    const among = sqlKinds((kind) => upstream.dialect.supports(kind));
    const tried = { ok: new Set<Kind>(), error: new Set<Kind>(), unknown: new Set<Kind>() };
    for (let sequence = 0; sequence < SEQUENCES; sequence++) {
      const choose = seeded(SEED * 100_000 + sequence);
      const some = someKinds(choose, among);
      const drawn = drawCommands(choose, COMMANDS, some);
      const mixed = shuffleTogether(choose, drawn, drawCommands(choose, COMMANDS, some));
      const commands = sequence % 2 === 0 ? drawn : mixed;
      const { outcomes, difference } = await agreement(upstream, commands);
      expect(difference, `CDCHECK_SEED=${SEED}, sequence ${sequence}`).toBeNull();
      commands.forEach(({ kind }, place) => tried[outcomes[place]?.kind ?? 'unknown'].add(kind));
    }
    expect([...tried.ok].sort()).toEqual([...among].sort());
    expect([...tried.error].sort()).toEqual([...among].sort());
    expect([...tried.unknown]).toEqual([]);
  });
});
