import { describe, expect, it } from 'vitest';
import { folderPrefix, isDead, ownerOf } from '../../../src/process/folderName.js';

function ownOwner(): NonNullable<ReturnType<typeof ownerOf>> {
  const owner = ownerOf(`${folderPrefix()}aB3xYz`);
  if (owner === null) throw new Error('this process has no owner');
  return owner;
}

describe('a work folder name', () => {
  it('tells who made the folder', () => {
    expect(ownOwner().pid).toBe(process.pid);
    expect(ownerOf(`${folderPrefix()}aB3xYz.reaped`)).toEqual(ownOwner());
  });

  it.each(['cdcheck-', 'cdcheck-failures', 'cdcheck-0-0-0-0-0', 'cdcheck-3a316b2e581d-1ulb4u4-12-99-short'])(
    'is not seen in %s',
    (name) => {
      expect(ownerOf(name)).toBeNull();
    },
  );
});

describe('isDead', () => {
  it('is false for a living owner', () => {
    expect(isDead(ownOwner())).toBe(false);
  });

  it('is true where the pid is now that of another process', () => {
    expect(isDead({ ...ownOwner(), startTime: '1' })).toBe(true);
  });

  it('is true for an owner of an earlier boot', () => {
    expect(isDead({ ...ownOwner(), boot: '000000000000' })).toBe(true);
  });

  it('is false where the owner lives among other pids, as in another container', () => {
    expect(isDead({ ...ownOwner(), startTime: '1', namespace: 'other' })).toBe(false);
  });
});
