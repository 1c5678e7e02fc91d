import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../../src/cluster/cluster.js';
import { readPassword } from '../../../src/cluster/password.js';
import { isLoopback, refusePasswords, refuseUnsafe } from '../../../src/cluster/safety.js';

/** The line of a UsageError. */
function refusal(work: () => void): string {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message;
  }
  return 'not refused';
}

describe('refuseUnsafe', () => {
  const local = { key: 'upstream.host', host: '127.0.0.1' };
  const remote = { key: 'downstream.host', host: 'db7.example.org' };

  it('wants destructive = true, wherever the servers are', () => {
    const consent = { destructive: false, allowedHosts: ['db7.example.org'] };
    expect(
      refusal(() => {
        refuseUnsafe('shop.toml', consent, [local]);
      }),
    ).toBe(
      'cluster shop.toml: cdcheck creates and drops databases and kills captures there; ' +
        'say destructive = true in its file if it may',
    );
  });

  it('wants every host to be loopback or listed', () => {
    const consent = { destructive: true, allowedHosts: [] };
    expect(
      refusal(() => {
        refuseUnsafe('shop.toml', consent, [local, remote]);
      }),
    ).toBe(
      'cluster shop.toml: downstream.host db7.example.org is neither loopback nor in allowedHosts; ' +
        'add it there if cdcheck may destroy data on it',
    );
    const listing = { destructive: true, allowedHosts: ['db7.example.org'] };
    expect(
      refusal(() => {
        refuseUnsafe('shop.toml', listing, [local, remote]);
      }),
    ).toBe('not refused');
  });

  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.8.8.8', true],
    ['::1', true],
    ['127.example.org', false],
    ['127.0.0.1.example.org', false],
    ['10.0.0.1', false],
    ['0.0.0.0', false],
    ['localhost.example.org', false],
  ])('%s is loopback: %s', (host, is) => {
    expect(isLoopback(host)).toBe(is);
  });
});

describe('refusePasswords', () => {
  it('names the command that holds one, and not the password', () => {
    const commands = { error: 'cat err', 'captures.0.kill': "mysql -uroot -p'k1ll me' -e shutdown" };
    expect(
      refusal(() => {
        refusePasswords('shop.toml', commands, ['', 'k1ll me']);
      }),
    ).toBe(
      'cluster shop.toml: the command captures.0.kill holds a password, which a list of processes shows; ' +
        'put the command into a script that reads it',
    );
    expect(
      refusal(() => {
        refusePasswords('shop.toml', commands, ['', 'other']);
      }),
    ).toBe('not refused');
  });
});

describe('readPassword', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'password-test-'));
  });

  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });

  it('reads the variable, the first line of the file, or has none', () => {
    vi.stubEnv('SHOP_PASSWORD', 'from env');
    const file = join(folder, 'password');
    writeFileSync(file, 'from file\n');
    expect(readPassword('upstream', { passwordEnv: 'SHOP_PASSWORD' })).toBe('from env');
    expect(readPassword('upstream', { passwordFile: file })).toBe('from file');
    expect(readPassword('upstream', {})).toBe('');
  });

  it('says what is missing', () => {
    expect(
      refusal(() => {
        readPassword('cluster shop.toml: upstream', { passwordEnv: 'SHOP_PASSWORD' });
      }),
    ).toBe('cluster shop.toml: upstream: passwordEnv names SHOP_PASSWORD, which is not set; export it first');
    const passwordFile = join(folder, 'none');
    expect(
      refusal(() => {
        readPassword('cluster shop.toml: upstream', { passwordFile });
      }),
    ).toBe(
      `cluster shop.toml: upstream: passwordFile cannot be read: ENOENT: no such file or directory, open '${passwordFile}'`,
    );
    expect(
      refusal(() => {
        readPassword('upstream', { passwordEnv: 'A', passwordFile });
      }),
    ).toBe('upstream has both passwordEnv and passwordFile: give one of them');
  });
});
