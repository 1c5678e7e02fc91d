import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Signal } from '../../../src/cluster/cluster.js';
import { numberingFrom, ownedBy, type Capture } from '../../../src/cluster/ticdc/capture.js';
import { CaptureSet } from '../../../src/cluster/ticdc/captureSet.js';
import { OpenApi } from '../../../src/cluster/ticdc/openApi.js';
import { Contract, type ContractCapture } from './contract.js';

/** A capture of the contract as cdcheck sees one. */
class Contracted implements Capture {
  isAlive = true;
  readonly ended = null;

  constructor(private readonly capture: ContractCapture) {}

  get address(): string {
    return this.capture.address;
  }

  async kill(signal: Signal): Promise<void> {
    this.isAlive = false;
    await this.capture.down(signal === 'KILL');
  }

  async start(): Promise<void> {
    await this.capture.up();
    this.isAlive = true;
  }

  mark(): Promise<void> {
    return Promise.resolve();
  }

  log(): Promise<string> {
    return Promise.resolve('');
  }
}

let contract: Contract;
let set: CaptureSet;

beforeEach(async () => {
  contract = await Contract.with(3);
  const captures = contract.captures.map((capture) => new Contracted(capture));
  const alive = (): readonly string[] =>
    captures.filter(({ isAlive }) => isAlive).map(({ address }) => address);
  set = new CaptureSet(captures, new OpenApi(alive, 5_000));
});

afterEach(() => contract.close());

function addressOf(place: number): string {
  return contract.captures[place]?.address ?? '';
}

describe('captures', () => {
  it('begin a run with the owner as capture 0, whoever that is', async () => {
    contract.line = contract.line.toReversed();
    await set.settle();
    expect(set.byNumber(0).address).toBe(addressOf(2));
    expect(set.inOrder().map(({ address }) => address)).toEqual([addressOf(2), addressOf(1), addressOf(0)]);
  });

  it('are settled only once the dead are listed no more', async () => {
    const [first] = contract.captures;
    first?.listed.push('a life that was killed');
    const settled = set.settle();
    await first?.called(3);
    first?.listed.shift();
    first?.listed.splice(0, first.listed.length, first.id);
    await settled;
    expect(set.byNumber(0).address).toBe(addressOf(0));
  });

  it('are killed so that the owner of the model is the real one', async () => {
    await set.settle();
    contract.line = contract.line.toReversed();
    expect(await set.kill(0, 'KILL')).toEqual({ address: addressOf(2), wasOwner: true });
    expect(await set.kill(2, 'KILL')).toMatchObject({ address: addressOf(0) });
    expect(await set.start(0)).toBe(addressOf(2));
  });

  it('are numbered on when the owner has resigned', async () => {
    await set.settle();
    contract.line = [...contract.line.slice(1), ...contract.line.slice(0, 1)];
    set.resigned();
    expect(await set.kill(1, 'TERM')).toEqual({ address: addressOf(1), wasOwner: true });
    expect(await set.kill(0, 'TERM')).toEqual({ address: addressOf(0), wasOwner: false });
  });

  it('keep their numbers where none of them is known to be the owner', async () => {
    await set.settle();
    contract.line = [];
    expect(await set.kill(1, 'KILL')).toEqual({ address: addressOf(1), wasOwner: false });
  });

  it('are all alive again when the next run begins', async () => {
    await set.settle();
    await set.kill(0, 'TERM');
    await set.kill(1, 'TERM');
    await set.settle();
    expect(set.byNumber(0).address).toBe(addressOf(2));
    expect(contract.captures.map(({ id }) => id)).toEqual([
      'capture-0-life-2',
      'capture-1-life-2',
      'capture-2-life-1',
    ]);
  });
});

describe('a numbering', () => {
  it('lets two captures change numbers, and is the same where nothing is wrong', () => {
    expect(numberingFrom(0, 3)).toEqual([0, 1, 2]);
    expect(numberingFrom(2, 3)).toEqual([2, 1, 0]);
    expect(ownedBy([2, 1, 0], 1, 2)).toEqual([1, 2, 0]);
    expect(ownedBy([2, 1, 0], 0, 2)).toEqual([2, 1, 0]);
    expect(ownedBy([0, 1], 0, 7)).toEqual([0, 1]);
  });
});
