import { ApiProperty } from '@nestjs/swagger';
import { Checked, type FieldOptions, Flag, OneOf } from '../../http/body/fields.js';
import { urlProblem } from '../../outgoing/target-url.js';
import type { GitHubJob, GitLabJob, ServiceAccountToken, TerraformRun } from './trust-templates.js';

/** A text that stands for itself in lists and patterns: without comma, white space and wildcards. */
const Literal = (pattern: RegExp, problem: string, options: FieldOptions = {}) =>
  Checked(
    { type: 'string', maxLength: 255, pattern: pattern.source.replaceAll('\\/', '/') },
    (value) =>
      (value === undefined && options.optional) ||
      (typeof value === 'string' && value.length <= 255 && pattern.test(value))
        ? null
        : problem,
    options,
  );

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const Name = (description: string, example: string, more: FieldOptions = {}) =>
  Literal(NAME, 'should be a name of letters, digits, ., _ and -', {
    description,
    example,
    ...more,
  });

const GitName = (description: string, example: string) =>
  Literal(/^[A-Za-z0-9._/@#+=-]+$/, 'should be a name of a branch or tag without wildcards', {
    optional: true,
    description,
    example,
  });

const NumberId = (description: string, example: string) =>
  Literal(/^[0-9]{1,20}$/, 'should be an id of digits, as a text', {
    optional: true,
    description,
    example,
  });

const Audience = (description: string) =>
  Literal(/^[\x21-\x2b\x2d-\x7e]+$/, 'should be a text without comma and white space', {
    optional: true,
    description,
    example: 'https://secrets.example.org',
  });

const Host = (example: string) =>
  Literal(/^[a-z0-9.-]+(:[0-9]{1,5})?$/, 'should be a host, or host:port', {
    optional: true,
    description: 'A server of your own',
    example,
  });

class PipelineDto {
  @GitName('Runs of this branch', 'main')
  branch?: string;

  @GitName('Runs of this tag', 'v1.0')
  tag?: string;

  @Name('Jobs of this environment', 'production', { optional: true })
  environment?: string;

  @Flag({ optional: true, description: 'Runs for pull or merge requests' })
  pullRequests?: boolean;
}

export class GitHubTemplateDto extends PipelineDto implements GitHubJob {
  @Literal(/^[A-Za-z0-9][A-Za-z0-9-]*\/[A-Za-z0-9._-]+$/, 'should be owner/name', {
    description: '`owner/name`',
    example: 'octo/app',
  })
  repository: string;

  @NumberId('`gh api repos/octo/app --jq .id`', '1296269')
  repositoryId?: string;

  @NumberId('`gh api repos/octo/app --jq .owner.id`', '583231')
  ownerId?: string;

  @Literal(
    /^\.github\/workflows\/[A-Za-z0-9._-]+\.ya?ml$/,
    'should be a file in .github/workflows',
    {
      optional: true,
      description: 'The workflow whose jobs are meant',
      example: '.github/workflows/deploy.yml',
    },
  )
  workflow?: string;

  @Audience(
    'The audience that the job asks for; GitHub takes `https://github.com/<owner>` by itself',
  )
  audience?: string;

  @Host('github.example.org')
  host?: string;
}

export class GitLabTemplateDto extends PipelineDto implements GitLabJob {
  @Literal(
    /^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)+$/,
    'should be group/project',
    {
      description: '`group/project`',
      example: 'octo/app',
    },
  )
  repository: string;

  @NumberId('The id of the project', '278964')
  repositoryId?: string;

  @NumberId('The id of the group or user that it is in', '9970')
  ownerId?: string;

  @Audience('`aud` of the `id_tokens` of the job; `strongroom` without it')
  audience?: string;

  @Host('gitlab.example.org')
  host?: string;
}

export class TerraformTemplateDto implements TerraformRun {
  @Name('The organization', 'octo')
  organization: string;

  @Name('The project', 'shop', { optional: true })
  project?: string;

  @Name('The workspace', 'shop-production', { optional: true })
  workspace?: string;

  @OneOf(['plan', 'apply'], { optional: true, description: 'Both without it' })
  runPhase?: string;

  @Audience('`TFC_WORKLOAD_IDENTITY_AUDIENCE`; `strongroom` without it')
  audience?: string;

  @Host('terraform.example.org')
  host?: string;
}

export class ServiceAccountTemplateDto implements ServiceAccountToken {
  @Checked(
    { type: 'string', maxLength: 2_048, pattern: '^https://[!-~]+$' },
    (value) => (typeof value === 'string' ? urlProblem(value) : 'should be a text'),
    {
      description: '`kubectl get --raw /.well-known/openid-configuration`',
      example: 'https://oidc.example.org/cluster',
    },
  )
  issuer: string;

  @Name('The namespace', 'shop')
  namespace: string;

  @Name('The service account', 'api')
  serviceAccount: string;

  @Audience('The audience of the projected token; `strongroom` without it')
  audience?: string;
}

export class TrustTemplateView {
  @ApiProperty()
  oidcDiscoveryUrl: string;
  @ApiProperty()
  boundIssuer: string;
  @ApiProperty()
  boundAudiences: string;
  @ApiProperty({ description: 'Empty where claims say it all' })
  boundSubject: string;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  boundClaims: Record<string, string>;
}
