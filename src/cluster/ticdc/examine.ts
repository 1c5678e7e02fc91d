import type { TicdcConf, TicdcEndpointsConf } from '../../conf/ticdc.js';
import type { Finding } from '../finding.js';
import { messageOf } from '../link.js';
import { detectMariadb } from '../mariadb/detectMariadb.js';
import * as answers from './answers.js';
import { demandConsent, endsOf } from './endpointParts.js';
import { findPrograms } from './findPrograms.js';
import { OpenApi } from './openApi.js';
import { openTicdc, openTicdcEndpoints, wantedBy } from './openTicdc.js';
import { tsoOf, type End } from './parts.js';
import { StatusPort } from './statusPort.js';
import { trial } from './trial.js';
import { tsoText } from './tso.js';

/** Programs and their versions, then a trial: everything is started, and one row has to arrive. */
export async function* examineTicdc(conf: TicdcConf): AsyncGenerator<Finding> {
  let isWell = true;
  for (const finding of await findPrograms(wantedBy(conf))) {
    const { program: part, problem } = finding;
    if (problem !== null) isWell = false;
    const text = problem ?? `${finding.version}, ${finding.file}`;
    yield { part, isWell: problem === null, text };
  }
  if (conf.downstream === 'mariadb') {
    const found = await detectMariadb();
    isWell &&= found.usable;
    const text = found.usable
      ? `MariaDB ${found.version}, ${found.binaries.server}`
      : `${found.problem}; ${found.remedy}`;
    yield { part: 'downstream', isWell: found.usable, text };
  }
  if (isWell) yield* trial(() => openTicdc(conf));
}

/** Servers, captures and what they answer, then a trial: one row has to arrive. Throws UsageError where the file does not allow it. */
export async function* examineEndpoints(conf: TicdcEndpointsConf): AsyncGenerator<Finding> {
  demandConsent(conf);
  const { upstream, downstream } = endsOf(conf);
  const { statusUrl } = conf.upstream;
  const looks: readonly (readonly [part: string, tell: () => Promise<string>])[] = [
    ['upstream', () => upstreamText(upstream)],
    ...(statusUrl === undefined ? [] : [['statusUrl', () => statusText(statusUrl)] as const]),
    ['downstream', () => downstream.link.value('SELECT VERSION()')],
    ['tidb_cdc', () => leftoverText(downstream)],
    ...conf.captures.map(({ address }, number) => [`capture ${number}`, () => captureText(address)] as const),
  ];
  const findings: Finding[] = [];
  try {
    for (const [part, tell] of looks) {
      const finding = await look(part, tell);
      findings.push(finding);
      yield finding;
    }
  } finally {
    upstream.link.close();
    downstream.link.close();
  }
  if (findings.every(({ isWell }) => isWell)) yield* trial(() => openTicdcEndpoints(conf));
}

async function look(part: string, tell: () => Promise<string>): Promise<Finding> {
  try {
    return { part, isWell: true, text: await tell() };
  } catch (error) {
    return { part, isWell: false, text: messageOf(error) };
  }
}

async function upstreamText({ link }: End): Promise<string> {
  const version = await link.value('SELECT VERSION()');
  if (!version.includes('TiDB')) throw new Error(`${version} is no TiDB`);
  return `${version}, now at ${tsoText(await tsoOf(link))}`;
}

async function statusText(url: string): Promise<string> {
  await new StatusPort(url).jobs('cdcheck');
  return `${url} tells DDL jobs`;
}

/** TiCDC keeps its progress there; what another version left has made an older capture fail at once. */
async function leftoverText({ link }: End): Promise<string> {
  const found = await link.value(
    "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = 'tidb_cdc'",
  );
  return found === ''
    ? 'not in downstream yet; TiCDC makes this database there for its progress'
    : 'is in downstream: TiCDC keeps its progress in it; where another version has left it, captures fail, and it must be dropped';
}

async function captureText(address: string): Promise<string> {
  const api = new OpenApi(() => [address], 0);
  const status = await api.askOne(address, { method: 'GET', path: '/status' }, answers.status);
  if (typeof status === 'string') throw new Error(`${address} does not answer /status: ${status}`);
  const listed = await api.askOne(address, { method: 'GET', path: '/api/v2/changefeeds' }, answers.anything);
  if (typeof listed === 'string')
    throw new Error(`${address} does not answer /api/v2/changefeeds: ${listed}`);
  const { version, is_owner: isOwner, pid } = status.value;
  return `${address} is TiCDC ${version}, pid ${pid}${isOwner ? ', the owner' : ''}`;
}
