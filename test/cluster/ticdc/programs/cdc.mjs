// Stands in for `cdc server`: one capture that tells its PD that it is there, and answers what cdcheck asks of captures that do nothing.
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { arg, noteArguments, tellVersion } from './common.mjs';

tellVersion('version');
noteArguments();
if (process.env.FAKE_CDC === 'no-newarch' && process.argv.includes('--newarch')) {
  console.log('Error: unknown flag: --newarch');
  process.exit(1);
}
const address = arg('--addr');
const pd = arg('--pd');
const id = randomUUID();
await fetch(`${pd}/fake/leave?address=${address}`);
await fetch(`${pd}/fake/join?address=${address}&id=${id}`);
const line = async () => (await fetch(`${pd}/fake/line`)).json();
const begun = Date.now();
createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://capture');
  const captures = await line();
  const answer = (status, body) => response.writeHead(status).end(JSON.stringify(body));
  if (pathname === '/status') {
    return answer(200, { version: 'v8.5.5', id, pid: process.pid, is_owner: captures[0]?.id === id });
  }
  if (Date.now() - begun < 100)
    return answer(503, { error_code: 'CDC:ErrServerIsNotReady', error_msg: 'not yet' });
  if (pathname === '/api/v2/captures') {
    return answer(200, { items: captures.map((each, place) => ({ ...each, is_owner: place === 0 })) });
  }
  return answer(200, { items: [] });
}).listen(Number(address.split(':')[1]), '127.0.0.1');
process.on('SIGTERM', async () => {
  await fetch(`${pd}/fake/leave?address=${address}`);
  process.exit(0);
});
