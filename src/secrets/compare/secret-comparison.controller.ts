import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { ChangesNothing } from '../../http/changes-nothing.decorator.js';
import { RateLimited } from '../../http/limits/rate-limit.guard.js';
import { CompareSecretsDto } from './secret-comparison.dto.js';
import { type ComparedName, SecretComparisons } from './secret-comparison.service.js';

class SecretComparisonView {
  @ApiProperty({
    type: [String],
    example: ['dev', 'staging', 'prod'],
    description: 'Slugs, sorted, of the environments in which the caller may read one of the names',
  })
  environments: readonly string[];
  @ApiProperty({
    type: [String],
    example: ['API_KEY', 'DB_PASSWORD'],
    description: 'The names of which the caller may read a value',
  })
  names: readonly string[];
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    example: [
      ['a', 'a', 'b'],
      ['a', 'b', ''],
    ],
    description:
      'For each name a letter for each of `environments`: the same letter, the same value. Empty where there is no secret, or none that ' +
      'the caller may read. Letters of two names have nothing to do with each other.',
  })
  letters: readonly (readonly string[])[];
}

@ApiTags('Secret names')
@ChangesNothing()
@RateLimited('compare')
@Controller('v1/projects/:projectId/secrets')
export class SecretComparisonController {
  constructor(private readonly comparisons: SecretComparisons) {}

  @Post('compare')
  @Answers('Tells in which environments a name has the same value', SecretComparisonView)
  async compare(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Body() dto: CompareSecretsDto,
  ) {
    return present(await this.comparisons.compare(actor, projectId, dto));
  }
}

function present(compared: readonly ComparedName[]): SecretComparisonView {
  const environments = [...new Set(compared.flatMap(({ letters }) => [...letters.keys()]))].sort();
  return {
    environments,
    names: compared.map(({ secretName }) => secretName),
    letters: compared.map(({ letters }) => environments.map((slug) => letters.get(slug) ?? '')),
  };
}
