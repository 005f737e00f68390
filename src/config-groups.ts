import {
  Addresses,
  Integer,
  NameServers,
  OpenableNetworks,
  SecretSetting,
  Switch,
  TextSetting,
  Url,
} from './config.decorators.js';

/** What the commands `export` and `import` act as, and where. The server itself needs none of it. */
export class ClientConfig {
  /** Absent: this machine, on the server's port. */
  @Url('STRONGROOM_URL', ['http:', 'https:'])
  readonly url?: string;
  @TextSetting('STRONGROOM_CLIENT_ID')
  readonly clientId?: string;
  @SecretSetting('STRONGROOM_CLIENT_SECRET', 1)
  readonly clientSecret?: string;
  /** In place of the two above. */
  @SecretSetting('STRONGROOM_TOKEN', 1)
  readonly token?: string;
}

/** How mail to people is sent. Without it, only the operator's commands make links. */
export class MailConfig {
  /** `smtp://` or `smtps://`, with user and password if the server asks for them. */
  @Url('SMTP_URL', ['smtp:', 'smtps:'])
  readonly url?: string;
  /** The address that mail comes from. */
  @TextSetting('SMTP_FROM')
  readonly from?: string;
}

/** Which connections the settings of callers may lead to. */
export class OutgoingConfig {
  /** Private networks that may be called, beside public addresses. Loopback and link-local ones are refused. */
  @OpenableNetworks('OUTGOING_ALLOWED_NETWORKS')
  readonly allowedNetworks: readonly string[] = [];
  /** An HTTP proxy that gives tunnels (CONNECT); a user and a password may stand in it. */
  @Url('OUTGOING_PROXY', ['http:'])
  readonly proxy?: string;
  /** Threads of the process, as libuv reads them: half of them may look names up. */
  @Integer('UV_THREADPOOL_SIZE', 1, 1_024)
  readonly threads: number = 4;
}

/** How the ACME server asks the hosts whose names are to be proved. */
export class AcmeConfig {
  /** Private networks whose hosts may prove names; loopback too where one of the two ports is set. */
  @Addresses('ACME_PERMITTED_RANGES')
  readonly permittedRanges: readonly string[] = [];
  /** Networks that are never called, permitted or public. */
  @Addresses('ACME_EXCLUDED_RANGES')
  readonly excludedRanges: readonly string[] = [];
  /** Name servers, asked in place of the system's. */
  @NameServers('ACME_DNS_SERVERS')
  readonly dnsServers: readonly string[] = [];
  /** For tests of an operator: called in place of port 80. */
  @Integer('ACME_HTTP_PORT', 1, 65_535)
  readonly httpPort?: number;
  /** For tests of an operator: called in place of port 443. */
  @Integer('ACME_TLS_PORT', 1, 65_535)
  readonly tlsPort?: number;
}

/** What holds for the logins of all workloads. */
export class WorkloadConfig {
  /** Whether projects may have service tokens, the older kind of stored secret. */
  @Switch('SERVICE_TOKENS')
  readonly takesServiceTokens: boolean = true;
  /** Whether an issuer's tokens may be accepted whatever they were made for. */
  @Switch('WORKLOAD_ALLOW_NO_AUDIENCE')
  readonly allowsNoAudience: boolean = false;
  /** Where requests to AWS STS connect to, in place of the host that they name. */
  @Url('AWS_STS_ENDPOINT', ['https:'])
  readonly awsStsEndpoint?: string;
  /** The authority of Entra, of another cloud than the public one. */
  @Url('AZURE_AUTHORITY_URL', ['https:'])
  readonly azureAuthorityUrl?: string;
  /** Where the keys of Google are, in place of https://www.googleapis.com. */
  @Url('GOOGLE_KEYS_URL', ['https:'])
  readonly googleKeysUrl?: string;
}
