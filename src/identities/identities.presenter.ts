import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { StoredRuleView } from '../org-roles/org-roles.presenter.js';
import type { IdentityRecord } from './identities.repository.js';
