import { ApiError } from './api-error.js';

const CODES = { 'mfa-invalid': 'mfa_invalid', 'mfa-expired': 'mfa_expired' } as const;

/** The refusal of a second factor. Existing clients read `context` beside the shared shape. */
export class MfaRefusal extends ApiError {
  private readonly triesLeft: number;

  constructor(code: keyof typeof CODES, reason: string, triesLeft: number, seconds?: number) {
    const headers: Record<string, string> = {};
    if (seconds !== undefined) headers['Retry-After'] = String(seconds);
    super(code, reason, undefined, headers);
    this.triesLeft = triesLeft;
  }

  override get context(): object {
    const { code, triesLeft } = this;
    return { code: CODES[code as keyof typeof CODES], triesLeft };
  }
}
