import type { Command, Kind } from '../../model/command.js';
import { ruleOf } from '../../model/command.js';
import { numbered, type Numbered, type SingleCommand } from '../../model/numbered.js';
import { isDdl } from '../../model/part.js';

/** The commands by their numbers, for who names them. */
export class Commands {
  readonly all: readonly Numbered[];
  readonly #byNumber: ReadonlyMap<number, SingleCommand>;

  constructor(commands: readonly Command[]) {
    this.all = numbered(commands);
    this.#byNumber = new Map(this.all.map(({ number, command }) => [number, command]));
  }

  /** The command of this number, if there is one. */
  of(number: number | null): SingleCommand | undefined {
    return number === null ? undefined : this.#byNumber.get(number);
  }

  /** The tables that it names; none where there is no such command. */
  tablesOf(number: number | null): readonly string[] {
    const command = this.of(number);
    return command === undefined ? [] : ruleOf(command.kind).tables(command);
  }

  /** Whether it is a DDL. */
  isDdl(number: number | null): boolean {
    const command = this.of(number);
    return command !== undefined && isDdl(command);
  }

  /** As a sentence names it: `EXCHANGE PARTITION #4`, `the kill #5 of capture 0`. */
  name(number: number): string {
    const command = this.of(number);
    if (command === undefined) return `command #${number}`;
    switch (command.kind) {
      case 'killCapture':
        return `the kill #${number} of capture ${command.capture}`;
      case 'startCapture':
        return `the start #${number} of capture ${command.capture}`;
      case 'transaction':
      case 'wait':
      case 'check':
        return `the ${command.kind} #${number}`;
      case 'insertAuto':
        return `INSERT #${number}`;
      default:
        return `${words(command.kind)} #${number}`;
    }
  }
}

/** `exchangePartition` as SQL writes it: `EXCHANGE PARTITION`. */
function words(kind: Kind): string {
  return kind.replace(/[A-Z]/g, ' $&').toUpperCase();
}
