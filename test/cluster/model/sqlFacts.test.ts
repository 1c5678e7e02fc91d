import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/cluster/cluster.js';
import { sqlFacts } from '../../model/sqlFacts.js';
import { sqlPrecedence } from '../../model/sqlPrecedence.js';
import { agreement, execute } from './agreement.js';
import { withUpstream, type Upstream } from './upstream.js';

const answerOf = (outcome: Outcome | undefined): number | 'ok' | undefined =>
  outcome?.kind === 'error' ? outcome.errno : outcome?.kind === 'ok' ? 'ok' : undefined;

describe('what a server answers', () => {
  let upstream: Upstream;
  withUpstream((opened) => {
    upstream = opened;
  });

  describe('for one reason', () => {
    it.each(sqlFacts)('$what', async ({ before, command, ...fact }) => {
      const { connection, dialect } = upstream;
      const isKnown = dialect.supports(command.kind);
      const { outcomes, difference } = await agreement(upstream, isKnown ? [...before, command] : before);
      expect(difference).toBeNull();
      const last = isKnown
        ? outcomes.at(-1)
        : await execute(connection, dialect.statements({ number: 1, command }));
      expect(answerOf(last)).toBe(fact[dialect.name]);
    });
  });

  describe('for several reasons', () => {
    it.each(sqlPrecedence)('$what', async ({ before, command, mariadb, tidb }) => {
      const { outcomes, difference } = await agreement(upstream, [...before, command]);
      expect(difference).toBeNull();
      const right = upstream.dialect.name === 'mariadb' ? [mariadb] : [...tidb, 'ok'];
      expect(right).toContain(answerOf(outcomes.at(-1)));
    });
  });
});
