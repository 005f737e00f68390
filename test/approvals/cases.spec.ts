import { describeCases } from '../support/case-table.js';
import { APPROVAL_CASES } from './approval-cases.js';

describeCases('changes that wait for consent', [251, 291], APPROVAL_CASES);
