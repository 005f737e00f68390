import { describeCases } from '../support/case-table.js';
import { LOGIN_CASES } from './login-cases.js';
import { TOKEN_CASES } from './token-cases.js';

describeCases('workloads', [300, 357], TOKEN_CASES, LOGIN_CASES);
