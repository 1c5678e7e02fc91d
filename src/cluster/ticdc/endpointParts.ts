import type { TicdcEndpointsConf } from '../../conf/ticdc.js';
import { WorkFolder } from '../../process/workFolder.js';
import { UsageError } from '../cluster.js';
import { Link, type Credentials } from '../link.js';
import { readPassword } from '../password.js';
import { refusePasswords, refuseUnsafe, type NamedHost } from '../safety.js';
import { Shell } from '../shell.js';
import * as answers from './answers.js';
import { EndpointCapture } from './endpointCapture.js';
import { OpenApi, urlOf } from './openApi.js';
import { tsoOf, unsupportedBy, type End, type Parts } from './parts.js';
import { sinkUri } from './sinkUri.js';

/** How long all captures may be unable to answer one call, and the first one: ms. */
const PATIENCE = 60_000;
const FIRST_PATIENCE = 5_000;

/** Both ends with their credentials. */
interface Ends {
  readonly upstream: End;
  readonly downstream: End;
  readonly credentials: { readonly upstream: Credentials; readonly downstream: Credentials };
}

/**
 * Throws UsageError unless the file allows what a run does there: with `destructive`, on hosts that are loopback or listed, with
 * commands that hold no password.
 */
export function demandConsent(conf: TicdcEndpointsConf): void {
  refuseUnsafe(conf.name, conf, hostsOf(conf));
  const { upstream, downstream } = endsOf(conf).credentials;
  const commands = conf.captures.flatMap(({ kill, term, start }, number) =>
    Object.entries({ kill, term, start }).map(([key, command]) => [`captures.${number}.${key}`, command]),
  );
  refusePasswords(conf.name, Object.fromEntries(commands) as Record<string, string>, [
    upstream.password,
    downstream.password,
  ]);
}

/** Every host that the file names, with its place there. Throws UsageError where an address is none. */
export function hostsOf({ name, upstream, downstream, captures }: TicdcEndpointsConf): readonly NamedHost[] {
  const inUrl = (key: string, url: string): NamedHost => ({ key, host: hostIn(name, key, url) });
  return [
    { key: 'upstream.host', host: upstream.host },
    ...(upstream.statusUrl === undefined ? [] : [inUrl('upstream.statusUrl', upstream.statusUrl)]),
    { key: 'downstream.host', host: downstream.host },
    ...captures.map(({ address }, number) => inUrl(`captures.${number}.address`, urlOf(address))),
  ];
}

/** Connections to both ends; made when they are first needed. Throws UsageError where a password is not where the file says. */
export function endsOf(conf: TicdcEndpointsConf): Ends {
  const credentials = {
    upstream: credentialsOf(conf, 'upstream'),
    downstream: credentialsOf(conf, 'downstream'),
  };
  const end = (name: 'upstream' | 'downstream'): End => {
    const { host, port } = conf[name];
    return {
      name,
      link: new Link(name, { host, port }, credentials[name]),
      newLink: (database) => new Link(name, { host, port }, credentials[name], database),
    };
  };
  return { upstream: end('upstream'), downstream: end('downstream'), credentials };
}

/** Attaches to what the file names. Throws UsageError as `demandConsent`; EnvironmentError where an end or all captures are silent. */
export async function attachParts(conf: TicdcEndpointsConf): Promise<Parts> {
  demandConsent(conf);
  const { upstream, downstream, credentials } = endsOf(conf);
  const secrets = [credentials.upstream.password, credentials.downstream.password];
  const folder = WorkFolder.create();
  const close = async (): Promise<void> => {
    upstream.link.close();
    downstream.link.close();
    await folder.close();
  };
  try {
    const shell = new Shell(folder, conf.commandTimeout * 1000, secrets);
    const captures: EndpointCapture[] = [];
    const api = new OpenApi(
      () => captures.filter(({ isAlive }) => isAlive).map(({ address }) => address),
      PATIENCE,
    );
    captures.push(...conf.captures.map((each, number) => new EndpointCapture(number, each, shell, api)));
    const { sinkHost, sinkPort, host, port, recovers } = conf.downstream;
    const sink = { host: sinkHost ?? host, port: sinkPort ?? port };
    return {
      upstream,
      downstream,
      captures,
      api,
      tso: () => tsoOf(upstream.link),
      sinkUri: sinkUri(sink, credentials.downstream, conf.sink),
      statusUrl: conf.upstream.statusUrl ?? null,
      versions: await versionsOf({ upstream, downstream }, api),
      unsupported: unsupportedBy(conf.newarch, recovers),
      logs: [],
      secrets,
      records: () => [{ name: 'commands.log', text: shell.record }],
      mark: () => {
        shell.mark();
        return Promise.resolve();
      },
      demandIntact: () => Promise.resolve(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function versionsOf(
  { upstream, downstream }: { readonly upstream: End; readonly downstream: End },
  api: OpenApi,
): Promise<Readonly<Record<string, string>>> {
  const { version } = await api.ask({ method: 'GET', path: '/status' }, answers.status, FIRST_PATIENCE);
  return {
    ticdc: version,
    upstream: await upstream.link.value('SELECT VERSION()'),
    downstream: await downstream.link.value('SELECT VERSION()'),
  };
}

function credentialsOf(conf: TicdcEndpointsConf, side: 'upstream' | 'downstream'): Credentials {
  const { user } = conf[side];
  return { user, password: readPassword(`cluster ${conf.name}: ${side}`, conf[side]) };
}

/** The host of a URL; an IPv6 address without its brackets. Throws UsageError where it is no URL. */
function hostIn(cluster: string, key: string, url: string): string {
  if (!URL.canParse(url)) throw new UsageError(`cluster ${cluster}: ${key} is no address: ${url}`);
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
}
