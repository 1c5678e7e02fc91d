// Stands in for pd-server: answers what cdcheck asks PD, and what the stand-ins of TiKV and cdc tell each other.
import { createServer } from 'node:http';
import { arg, hang, tellVersion } from './common.mjs';

tellVersion('-V');
if (process.env.FAKE_PD === 'silent') await hang();
const port = Number(new URL(arg('--client-urls')).port);
const stores = [];
/** Captures by their ids, in the order of their candidacy. */
const line = [];
createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://pd');
  const answer = (body) => response.end(JSON.stringify(body));
  switch (pathname) {
    case '/pd/api/v1/health':
      return answer([{ name: 'pd', health: true }]);
    case '/pd/api/v1/stores':
      return answer({ count: stores.length, stores });
    case '/fake/store':
      stores.push({ store: { id: 1, address: searchParams.get('address'), state_name: 'Up' } });
      return answer({});
    case '/fake/join':
      line.push({ id: searchParams.get('id'), address: searchParams.get('address') });
      return answer({});
    case '/fake/leave':
      line.splice(0, line.length, ...line.filter(({ address }) => address !== searchParams.get('address')));
      return answer({});
    default:
      return answer(line);
  }
}).listen(port, '127.0.0.1');
