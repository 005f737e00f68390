import { Injectable } from '@nestjs/common';
import { AwsMethod } from './aws.method.js';
import { AzureMethod } from './azure.method.js';
import { GcpMethod } from './gcp.method.js';
import { JwtMethod } from './jwt.method.js';
import { KubernetesMethod } from './kubernetes.method.js';
import type { WorkloadMethod } from './method.js';
import { OidcMethod } from './oidc.method.js';

/** All methods, by their names. */
@Injectable()
export class WorkloadMethods {
  private readonly byName: ReadonlyMap<string, WorkloadMethod>;

  // oxlint-disable-next-line max-params -- one for each method
  constructor(
    oidc: OidcMethod,
    jwt: JwtMethod,
    kubernetes: KubernetesMethod,
    aws: AwsMethod,
    azure: AzureMethod,
    gcp: GcpMethod,
  ) {
    const all = [oidc, jwt, kubernetes, aws, azure, gcp] as unknown as WorkloadMethod[];
    this.byName = new Map(all.map((method) => [method.name, method]));
  }

  /** Throws for a name that no row has. */
  get(name: string): WorkloadMethod {
    const method = this.byName.get(name);
    if (!method) throw new Error(`There is no method ${name}.`);
    return method;
  }
}
