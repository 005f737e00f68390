import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Answers } from '../../http/answers.decorator.js';
import { ChangesNothing } from '../../http/changes-nothing.decorator.js';
import {
  GitHubTemplateDto,
  GitLabTemplateDto,
  ServiceAccountTemplateDto,
  TerraformTemplateDto,
  TrustTemplateView,
} from './trust-templates.dto.js';
import {
  gitHubTrust,
  gitLabTrust,
  serviceAccountTrust,
  terraformTrust,
} from './trust-templates.js';

/** Bodies for attaching OIDC auth, for issuers that many have. They say nothing that only the server knows. */
@ApiTags('OIDC auth')
@ChangesNothing()
@Controller('v1/auth/oidc-auth/templates')
export class TrustTemplatesController {
  @Post('github')
  @Answers('Returns settings for jobs of GitHub Actions', { auth: TrustTemplateView })
  gitHub(@Body() dto: GitHubTemplateDto) {
    return { auth: gitHubTrust(dto) };
  }

  @Post('gitlab')
  @Answers('Returns settings for jobs of GitLab', { auth: TrustTemplateView })
  gitLab(@Body() dto: GitLabTemplateDto) {
    return { auth: gitLabTrust(dto) };
  }

  @Post('terraform-cloud')
  @Answers('Returns settings for runs of Terraform Cloud', { auth: TrustTemplateView })
  terraform(@Body() dto: TerraformTemplateDto) {
    return { auth: terraformTrust(dto) };
  }

  @Post('kubernetes')
  @Answers('Returns settings for a service account of a cluster', { auth: TrustTemplateView })
  kubernetes(@Body() dto: ServiceAccountTemplateDto) {
    return { auth: serviceAccountTrust(dto) };
  }
}
