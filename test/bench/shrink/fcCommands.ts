import * as fc from 'fast-check';
import { apply, expectation } from '../../../model/apply.js';
import type { Command } from '../../../model/command.js';
import { emptyState, type State } from '../../../model/state.js';
import type { Bug } from './bugs.js';
import type { Shrunk } from './drive.js';

interface Model {
  state: State;
}

/** What a run under `fc.commands` has carried out. */
type Real = Command[];

class Step implements fc.Command<Model, Real> {
  constructor(private readonly command: Command) {}

  check({ state }: Readonly<Model>): boolean {
    return this.command.kind === 'dropColumn' || expectation(state, this.command).kind !== 'error';
  }

  run(model: Model, real: Real): void {
    real.push(this.command);
    if (expectation(model.state, this.command).kind !== 'error') {
      model.state = apply(model.state, this.command, real.length);
    }
  }

  toString(): string {
    return this.command.kind;
  }
}

/** Generates the given commands one after the other, so that both shrinkers start from the same sequence. They have no simpler ones. */
class Given extends fc.Arbitrary<Step> {
  next = 0;

  constructor(private readonly commands: readonly Command[]) {
    super();
  }

  override generate(): fc.Value<Step> {
    const command = this.commands[this.next++ % this.commands.length];
    if (command === undefined) throw new Error('no commands');
    return new fc.Value(new Step(command), undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Step {
    return value instanceof Step;
  }

  override shrink(): fc.Stream<fc.Value<Step>> {
    return fc.Stream.nil();
  }
}

/** `fc.commands`, generating until it is as long as the sequence; shrinking is its own. */
class Whole extends fc.Arbitrary<Iterable<fc.Command<Model, Real>>> {
  private readonly given: Given;
  private readonly inner: fc.Arbitrary<Iterable<fc.Command<Model, Real>>>;

  constructor(private readonly commands: readonly Command[]) {
    super();
    this.given = new Given(commands);
    this.inner = fc.commands<Model, Real>([this.given], { maxCommands: commands.length, size: 'max' });
  }

  override generate(random: fc.Random): fc.Value<Iterable<fc.Command<Model, Real>>> {
    for (;;) {
      this.given.next = 0;
      const value = this.inner.generate(random, undefined);
      if (this.given.next === this.commands.length) return value;
    }
  }

  override canShrinkWithoutContext(value: unknown): value is Iterable<fc.Command<Model, Real>> {
    return this.inner.canShrinkWithoutContext(value);
  }

  override shrink(
    value: Iterable<fc.Command<Model, Real>>,
    context: unknown,
  ): fc.Stream<fc.Value<Iterable<fc.Command<Model, Real>>>> {
    return this.inner.shrink(value, context);
  }
}

/** Shrinks the same sequence by fast-check's own `fc.commands`, which is asked for no simpler parameters. */
export function driveFcCommands({ sequence, fails }: Bug, seed: number): Shrunk {
  let [executions, commands] = [-1, 0];
  let last: readonly Command[] = sequence.commands;
  const property = fc.property(new Whole(sequence.commands), (steps) => {
    const real: Real = [];
    fc.modelRun(() => ({ model: { state: emptyState(2) }, real }), steps);
    executions++;
    if (executions > 0) commands += real.length;
    if (!fails({ commands: real, schedule: 0 })) return;
    last = real;
    throw new Error('fails');
  });
  fc.check(property, { numRuns: 1, seed });
  return { sequence: { commands: last, schedule: 0 }, executions, commands };
}
