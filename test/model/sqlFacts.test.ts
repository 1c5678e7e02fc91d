import { describe, expect, it } from 'vitest';
import { expectation } from '../../model/apply.js';
import { mariadb } from '../../src/sql/mariadb.js';
import { tidb } from '../../src/sql/tidb.js';
import { sqlFacts } from './sqlFacts.js';
import { sqlPrecedence } from './sqlPrecedence.js';
import { stateAfter } from './stateAfter.js';

const numbers = (answer: number | 'ok'): readonly number[] => (answer === 'ok' ? [] : [answer]);

describe('one reason: the model and both dialects', () => {
  it.each(sqlFacts)('$what', (fact) => {
    const expected = expectation(stateAfter(...fact.before), fact.command);
    expect(expected.kind).toBe(fact.tidb === 'ok' ? 'ok' : 'error');
    expect(mariadb.errors(fact.command.kind, expected)).toEqual(numbers(fact.mariadb));
    expect(tidb.errors(fact.command.kind, expected)).toEqual(numbers(fact.tidb));
  });
});

describe('several reasons: the first on MariaDB, any of them on TiDB', () => {
  it.each(sqlPrecedence)('$what', (fact) => {
    const expected = expectation(stateAfter(...fact.before), fact.command);
    expect(mariadb.errors(fact.command.kind, expected)).toEqual(numbers(fact.mariadb));
    expect([...tidb.errors(fact.command.kind, expected)].sort()).toEqual([...fact.tidb].sort());
  });
});
