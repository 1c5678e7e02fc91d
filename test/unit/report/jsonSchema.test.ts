import { toJsonSchema } from '@valibot/to-json-schema';
import { format } from 'prettier';
import { expect, it } from 'vitest';
import { sequenceSchema } from '../../../src/report/commandSchema.js';
import { counterexampleSchema } from '../../../src/report/counterexampleSchema.js';

it('ships a JSON Schema that says what the reader of saved files says (`npx vitest -u` writes it anew)', async () => {
  const schema = {
    ...toJsonSchema(counterexampleSchema, {
      target: 'draft-2020-12',
      definitions: { sequence: sequenceSchema },
    }),
    title: 'cdcheck counterexample',
  };
  const text = await format(JSON.stringify(schema), { parser: 'json', printWidth: 110 });
  await expect(text).toMatchFileSnapshot('../../../src/report/counterexample.schema.json');
});
